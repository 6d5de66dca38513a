import { createConnection } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createMailPart } from './mail-part.ts'
import { startMailServer } from './mail-server.ts'

async function unusedPort(): Promise<number> {
  const server = await startMailServer(0, () => {})
  await server.close()
  return server.port
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('data', () => settle(true))
    socket.once('error', () => settle(false))
  })

it('the mail server can be stopped and started repeatedly', async () => {
  const port = await unusedPort()
  const part = createMailPart(port, () => {})
  onTestFinished(() => part.stop())
  expect(part.state()).toBe('stopped')
  await Promise.all([part.start(), part.start()])
  expect([part.state(), await answers(port)]).toEqual(['ready', true])
  await Promise.all([part.stop(), part.kill()])
  expect([part.state(), await answers(port)]).toEqual(['stopped', false])
  await part.start()
  expect([part.state(), await answers(port)]).toEqual(['ready', true])
})

it('the mail server stops without waiting for a sender that keeps its connection open', async () => {
  const port = await unusedPort()
  const part = createMailPart(port, () => {})
  await part.start()
  const socket = createConnection({ host: '127.0.0.1', port })
  onTestFinished(() => {
    socket.destroy()
  })
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.on('error', () => {})
  await part.stop()
  expect(part.state()).toBe('stopped')
})
