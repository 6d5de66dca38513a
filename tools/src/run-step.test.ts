import { describe, expect, it } from 'vitest'
import { runStep } from './run-step.ts'

const program = (script: string) => ({
  name: 'program',
  command: process.execPath,
  args: ['--eval', script],
})

describe('a step', () => {
  it.each([
    ['process.exit(0)', true],
    ['process.exit(3)', false],
    ['process.kill(process.pid, "SIGKILL")', false],
  ])('the result of the program %s is %s', async (script, ok) => {
    expect(await runStep(program(script))).toMatchObject({ name: 'program', ok })
  })

  it('a step returns its output of both streams and reports it as it arrives', async () => {
    let reported = ''
    const { output } = await runStep(program('console.log("out"); console.error("err")'), {
      onOutput: (chunk) => {
        reported += chunk.toString()
      },
    })
    expect(output).toContain('out\n')
    expect(output).toContain('err\n')
    expect(reported).toBe(output)
  })

  it('a step fails with a reason if its program does not exist', async () => {
    const result = await runStep({ name: 'absent', command: './no-such-program', args: [] })
    expect(result).toMatchObject({ ok: false, output: expect.stringContaining('ENOENT') })
  })

  it('a step ends after an interrupt only when its program has cleaned up, even under a shell', async () => {
    const interruption = new AbortController()
    const inner = `
      process.on('SIGINT', () => {
        console.log('cleaned up')
        process.exit(130)
      })
      setInterval(() => {}, 1_000)
      console.log('ready')`
    const outer = `
      process.on('SIGINT', () => {})
      const { spawnSync } = require('node:child_process')
      spawnSync(process.execPath, ['--eval', ${JSON.stringify(inner)}], { stdio: 'inherit' })
      process.exit(1)`
    const { ok, output } = await runStep(program(outer), {
      signal: interruption.signal,
      onOutput: () => interruption.abort(),
    })
    expect(ok).toBe(false)
    expect(output).toContain('cleaned up')
  })
})
