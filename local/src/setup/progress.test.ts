import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.mjs'

function setUp({ isTTY }: { isTTY: boolean }) {
  let written = ''
  let time = 0
  const out = {
    isTTY,
    write: (text: string) => {
      written += text
    },
  }
  const progress = createProgress(out, () => time)
  return {
    progress,
    written: () => written,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

describe('progress', () => {
  it('progress in a pipe is plain lines', async () => {
    const { progress, pass, written } = setUp({ isTTY: false })
    const result = await progress.step('Building', async () => {
      pass(12)
      return 'built'
    })
    expect(result).toBe('built')
    expect(written()).toBe('… Building\n✓ Building (12 s)\n')
  })

  it('progress marks a step whose result is bad', async () => {
    const { progress, written } = setUp({ isTTY: false })
    const step = progress.step(
      'Testing',
      () => Promise.resolve(3),
      (failed) => failed === 0,
    )
    expect(await step).toBe(3)
    expect(written()).toContain('✗ Testing')
  })

  it('progress marks a step that throws, and rethrows the error', async () => {
    const { progress, written } = setUp({ isTTY: false })
    const step = progress.step('Building', () => Promise.reject(new Error('no')))
    await expect(step).rejects.toThrow('no')
    expect(written()).toContain('✗ Building')
  })

  it('progress in a terminal updates one line', async () => {
    const { progress, written } = setUp({ isTTY: true })
    await progress.step('Building', async () => {})
    expect(written()).toBe('\r\u001b[2K✓ Building (0 s)\n')
  })
})
