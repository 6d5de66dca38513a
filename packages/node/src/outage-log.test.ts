import { expect, it } from 'vitest'
import { createOutageLog } from './outage-log.ts'

function createFixture(options: Parameters<typeof createOutageLog>[2] = {}) {
  const lines: string[] = []
  let seconds = 0
  const write = (level: string) => (details: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(details)}`)
  const log = createOutageLog(
    { error: write('error'), warn: write('warn'), info: write('info') },
    'the database',
    { now: () => seconds * 1000, ...options },
  )
  return { lines, log, pass: (count: number) => (seconds += count) }
}

const refused = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' })

it('an outage is logged once at its start, once per minute and once at its end', () => {
  const { lines, log, pass } = createFixture()
  log.answered()
  for (let second = 0; second < 130; second += 1) {
    log.failed(new Error('unavailable', { cause: refused }))
    pass(1)
  }
  pass(10)
  log.answered()
  log.answered()
  const reason = '"reason":"ECONNREFUSED: connect failed"'
  expect(lines).toEqual([
    `error the database is unavailable {${reason}}`,
    `error the database is unavailable {${reason},"seconds":60}`,
    `error the database is unavailable {${reason},"seconds":120}`,
    'info the database is available again {"seconds":140}',
  ])
})

it('a database that answers every second request has one outage in the log', () => {
  const { lines, log, pass } = createFixture()
  for (let second = 0; second < 50; second += 1) {
    log.failed(refused)
    log.answered()
    pass(1)
  }
  expect(lines).toHaveLength(1)
})

it('a rarely used system is available again after one success, and its outage may be only a warning', () => {
  const { lines, log, pass } = createFixture({ level: 'warn', calmAfter: 0 })
  log.failed(refused)
  pass(2)
  log.answered()
  expect(lines).toEqual([
    'warn the database is unavailable {"reason":"ECONNREFUSED: connect failed"}',
    'info the database is available again {"seconds":2}',
  ])
})
