import net from 'node:net'

/**
 * Sends a request that no HTTP client would send, and resolves to everything that is received until the connection
 * ends.
 */
export function sendRaw(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (received += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  })
}

export const statusOf = (raw: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1])
