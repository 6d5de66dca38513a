import { describe, expect, it } from 'vitest'
import { redact } from './redaction.ts'

describe('a log line', () => {
  it.each([
    ['GET /?t=canary', 'GET /?t=[redacted]'],
    ['/?mode=login&state=canary%2B1&hl=tr', '/?mode=login&state=[redacted]&hl=tr'],
    ['/?apiKey=canary&tid=acme', '/?apiKey=[redacted]&tid=acme'],
    ['/?access_token=canary', '/?access_token=[redacted]'],
    ['/app?rt=canary#x', '/app?rt=[redacted]#x'],
    ['/f?token=canary', '/f?token=[redacted]'],
    ['{"id_token":"can\\"ary","a":1}', '{"id_token":"[redacted]","a":1}'],
    ['{"state":12345}', '{"state":"[redacted]"}'],
    ['Bearer eyJhbGciOiJub25l.eyJzdWIiOiJ4In0.', 'Bearer [token]'],
    ['no user ayse+test@example.com.tr here', 'no user [email] here'],
    ["rejected: d'arcy!x@example.com", 'rejected: [email]'],
    ['hint=şükrü%40example.com;google.com', 'hint=[email];google.com'],
    ['sent to +90 (555) 000-00-01', 'sent to [phone]'],
    ['phone=%2B905550000001', 'phone=[phone]'],
    ['number 05550000001', 'number [phone]'],
  ])('loses what is secret in %s', (line, redacted) => {
    expect(redact(line)).toBe(redacted)
  })

  it.each([
    '{"level":30,"time":1800000000123,"requestId":"0b5c1d7e-1111-4c1d-8e1f-0123456789ab"}',
    'at file:///srv/foyer/node_modules/@fastify/error/index.js:12:34',
    '{"path":"/assets/index-0a1b2c3d.js","status":200}',
  ])('keeps %s', (line) => {
    expect(redact(line)).toBe(line)
  })
})
