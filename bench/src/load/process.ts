import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

export interface RunningProcess {
  pid: number
  close(): Promise<void>
}

/** Starts a server and waits until it takes connections; fails with its output if it ends. */
export async function startProcess(
  command: string,
  args: readonly string[],
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  const ended = once(child, 'close')
  const failed = ended.then(() => {
    throw new Error(`${command} ended:\n${said}`)
  })
  await Promise.race([failed, untilListening(port)])
  failed.catch(() => {})
  return {
    pid: child.pid ?? 0,
    async close() {
      child.kill()
      await ended
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
