import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { endWithOutput } from './closed-output.ts'

it('a command whose output is closed ends without an error', async () => {
  const script = `
    import { endWithOutput } from ${JSON.stringify(new URL('./closed-output.ts', import.meta.url).href)}
    endWithOutput(process.stdout, () => process.exit(0))
    setInterval(() => process.stdout.write('line\\n'.repeat(1000)), 1)`
  const command = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  let errors = ''
  command.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await once(command.stdout, 'data')
  command.stdout.destroy()
  const [status] = (await once(command, 'exit')) as [number]
  expect({ status, errors }).toEqual({ status: 0, errors: '' })
})

it('any other error of the output is thrown', () => {
  const output = new PassThrough()
  let hasEnded = false
  endWithOutput(output, () => (hasEnded = true))
  const failure = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  expect(() => output.emit('error', failure)).toThrow('no space left')
  expect(hasEnded).toBe(false)
})
