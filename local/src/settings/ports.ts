import { connect, createServer } from 'node:net'
import { LocalError } from './local-error.ts'
import type { PortName, Ports } from './settings.ts'
import { portNames, describePort, flagOf, variableOf } from './settings.ts'

/** Reports all ports that are not available, before anything is started. */
export async function assertPortsFree(ports: Ports): Promise<void> {
  const checked = await Promise.all(
    portNames.map(async (name) => ((await isFree(ports[name])) ? null : name)),
  )
  const taken = checked.filter((name) => name !== null)
  if (taken.length > 0) throw new LocalError('port-in-use', portsInUseMessage(taken, ports))
}

function portsInUseMessage(taken: PortName[], ports: Ports): string {
  const lines = taken.map(
    (name) => `Port ${ports[name]}, for ${describePort(name)}, is in use by another program.`,
  )
  const [first] = taken
  const one =
    first === undefined
      ? ''
      : `${flagOf(first)} ${ports[first] + 10} (or ${variableOf(first)}=${ports[first] + 10})`
  return [
    ...lines,
    '',
    'Is Foyer running already, in another terminal? Otherwise stop that program, or choose',
    `  another port:       npm start -- ${one}`,
    `  all ports at once:  npm start -- --port-base ${ports.login < 50_000 ? ports.login + 10_000 : 4000}`,
  ].join('\n')
}

/**
 * A process that listens on 127.0.0.1 or ::1 would get the browser's requests to `localhost`, so both are
 * checked. It is not enough to connect, because a port may be reserved. It is not enough to listen either,
 * because some systems let two programs listen if one of them listens on all addresses.
 */
async function isFree(port: number): Promise<boolean> {
  const answered = await Promise.all(['127.0.0.1', '::1'].map((host) => answers(host, port)))
  return !answered.includes(true) && (await canListen(port))
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve(true)))
  })
}
