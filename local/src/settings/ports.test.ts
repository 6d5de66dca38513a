import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { assertPortsFree } from './ports.ts'
import type { Ports } from './settings.ts'
import { portNames, readSettings } from './settings.ts'

async function listen(host: string): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve))
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function freePorts(): Promise<Ports> {
  const servers = await Promise.all(
    portNames.map(async (name) => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve))
      return { name, server, port: (server.address() as AddressInfo).port }
    }),
  )
  await Promise.all(servers.map(({ server }) => new Promise((resolve) => server.close(resolve))))
  const chosen = Object.fromEntries(servers.map(({ name, port }) => [name, port]))
  return { ...readSettings([], {}, '/').ports, ...chosen }
}

describe('the check of the ports', () => {
  it('the port check passes if no program listens', async () => {
    await expect(assertPortsFree(await freePorts())).resolves.toBeUndefined()
  })

  it.each(['127.0.0.1', '::1', '0.0.0.0'])(
    'the port check finds a program that listens on %s',
    async (host) => {
      const gate = await listen(host)
      await expect(assertPortsFree({ ...(await freePorts()), gate })).rejects.toMatchObject({
        code: 'port-in-use',
        message: expect.stringContaining(`Port ${gate}, for the gate, is in use`),
      })
    },
  )

  it('the port check lists all ports in use and says what to do', async () => {
    const [login, emulator] = [await listen('127.0.0.1'), await listen('127.0.0.1')]
    const check = assertPortsFree({ ...(await freePorts()), login, emulator })
    await expect(check).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          new RegExp(`Port ${login}[^]*Port ${emulator}[^]*--login-port[^]*--port-base`),
        ),
      }),
    )
  })
})
