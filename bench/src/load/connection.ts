import { once } from 'node:events'
import net from 'node:net'

export interface Answer {
  status: number
  head: string
  body: Buffer
}

/**
 * One persistent HTTP/1.1 connection with one request at a time. It parses only what it needs, which costs much
 * less than a complete client, so that the measurement shows the server.
 */
export interface Connection {
  /** Calls back once, with the response or with an error. */
  send(request: Buffer, onEnd: (answer: Answer | Error) => void): void
  close(): void
}

const emptyLine = Buffer.from('\r\n\r\n')

export async function openConnection(port: number): Promise<Connection> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let onEnd: ((answer: Answer | Error) => void) | null = null
  let received: Buffer | null = null

  function end(answer: Answer | Error) {
    const callBack = onEnd
    onEnd = null
    received = null
    callBack?.(answer)
  }

  socket.on('data', (chunk: Buffer) => {
    received = received === null ? chunk : Buffer.concat([received, chunk])
    try {
      const answer = readAnswer(received)
      if (answer !== null) end(answer)
    } catch (error) {
      end(error as Error)
      socket.destroy()
    }
  })
  socket.on('error', (error) => end(error))
  socket.on('close', () => end(new Error('The connection was closed before its answer.')))

  return {
    send(request, callBack) {
      if (socket.destroyed) {
        callBack(new Error('The connection was closed between two requests.'))
        return
      }
      onEnd = callBack
      socket.write(request)
    },
    close: () => socket.destroy(),
  }
}

/** Null while a part is missing. */
function readAnswer(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf(emptyLine)
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer ${status} does not say how long it is.`)
  const bodyStart = headEnd + emptyLine.length
  const end = bodyStart + Number(length)
  if (bytes.length < end) return null
  if (bytes.length > end) throw new Error(`An answer ${status} is longer than it says.`)
  return { status, head, body: bytes.subarray(bodyStart, end) }
}
