import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PartPlan } from './part.ts'
import { createPart } from './part.ts'

const SERVER = `
require('node:http').createServer((request, response) => {
  if (request.url === '/crash') process.exit(7)
  response.end(String(process.pid))
}).listen(Number(process.env.PORT), '127.0.0.1')
console.log('a word from the part')`

// Ignores SIGTERM.
const STUBBORN_SERVER = `process.on('SIGTERM', () => console.log('I stay'))${SERVER}`

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function setUp(program: string, plan: Partial<PartPlan> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-part-'))
  const port = await unusedPort()
  const url = `http://127.0.0.1:${port}/`
  const file = join(folder, 'program.cjs')
  writeFileSync(file, program)
  const crashes: string[] = []
  const part = createPart(
    {
      name: 'part',
      args: [file],
      env: { ...process.env, PORT: String(port) },
      cwd: folder,
      readyUrl: url,
      ...plan,
    },
    { logFolder: folder, onCrash: (reason) => crashes.push(reason) },
  )
  onTestFinished(async () => {
    await part.kill()
    rmSync(folder, { recursive: true })
  })
  const pid = async () => Number(await (await fetch(url)).text())
  return { part, pid, url, crashes, log: () => readFileSync(join(folder, 'part.log'), 'utf8') }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a part of the stack', () => {
  it('a part is ready when its URL responds and its preparation is done', async () => {
    const states: string[] = []
    const { part, pid } = await setUp(SERVER, {
      prepare: async () => {
        states.push(part.state())
      },
    })
    expect(part.state()).toBe('stopped')
    await part.start()
    states.push(part.state())
    expect(states).toEqual(['starting', 'ready'])
    expect(isAlive(await pid())).toBe(true)
  })

  it('a part that was stopped leaves no process, and can start again', async () => {
    const { part, pid, crashes, log } = await setUp(SERVER)
    await part.start()
    const first = await pid()
    await part.stop()
    expect(part.state()).toBe('stopped')
    expect(isAlive(first)).toBe(false)
    await part.start()
    expect(await pid()).not.toBe(first)
    expect(log()).toContain('a word from the part')
    expect(crashes).toEqual([])
  })

  it('a part that does not stop is killed', async () => {
    const { part, pid } = await setUp(STUBBORN_SERVER, { stopLimitMs: 200 })
    await part.start()
    const child = await pid()
    await part.stop()
    expect(isAlive(child)).toBe(false)
  })

  it('a part that crashes is reported with its last output', async () => {
    const { part, url, crashes } = await setUp(SERVER)
    await part.start()
    await fetch(`${url}crash`).catch(() => {})
    await expect.poll(() => crashes).toHaveLength(1)
    expect(crashes[0]).toContain('exit code 7')
    expect(crashes[0]).toContain('a word from the part')
    expect(part.state()).toBe('stopped')
  })

  it('a part that was killed on purpose is not reported as crashed', async () => {
    const { part, crashes } = await setUp(SERVER)
    await part.start()
    await part.kill()
    expect(part.state()).toBe('stopped')
    expect(crashes).toEqual([])
  })

  it.each([
    ['stopping', SERVER],
    ['refusing to stop', STUBBORN_SERVER],
  ])('a part starts again if it is started while it is still %s', async (_, program) => {
    const { part, pid } = await setUp(program, { stopLimitMs: 200 })
    await part.start()
    const first = await pid()
    const stopped = part.stop()
    await part.start()
    await stopped
    expect(part.state()).toBe('ready')
    expect(isAlive(first)).toBe(false)
    expect(isAlive(await pid())).toBe(true)
  })

  it('a part fails to start if its process ends before its URL responds', async () => {
    const { part } = await setUp(`console.error('no settings'); process.exit(3)`)
    await expect(part.start()).rejects.toMatchObject({
      code: 'part-failed',
      message: expect.stringMatching(/exit code 3[^]*no settings/),
    })
    expect(part.state()).toBe('stopped')
  })

  it('a part can be stopped without delay while it starts', async () => {
    const { part } = await setUp('setInterval(() => {}, 1000)')
    const started = part.start().catch((error: unknown) => error)
    await expect.poll(() => part.state()).toBe('starting')
    await part.stop()
    expect(await started).toMatchObject({ code: 'part-failed' })
  })
})
