import { describe, expect, it } from 'vitest'
import { redact } from './redaction.ts'

describe('log lines', () => {
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
    ['phone=%2b905550000001', 'phone=[phone]'],
    ['/?TOKEN=canary&State=canary', '/?TOKEN=[redacted]&State=[redacted]'],
    ['{"Id_Token":"canary","STATE":"canary"}', '{"Id_Token":"[redacted]","STATE":"[redacted]"}'],
    ['from Ayse@Example.COM to can@example.com', 'from [email] to [email]'],
    ['eyJhbGciOiJub25l.x and eyJhbGciOiJub25l.y', '[token] and [token]'],
    ['number 05550000001', 'number [phone]'],
    [
      '{"body":"{\\"idToken\\":\\"canary\\",\\"a\\":1}"}',
      '{"body":"{\\"idToken\\":\\"[redacted]\\",\\"a\\":1}"}',
    ],
    [
      JSON.stringify({ a: JSON.stringify({ state: 'can"ary\\', b: 1 }) }),
      JSON.stringify({ a: JSON.stringify({ state: '[redacted]', b: 1 }) }),
    ],
    [
      JSON.stringify(JSON.stringify(JSON.stringify({ customToken: 'canary', b: [] }))),
      JSON.stringify(JSON.stringify(JSON.stringify({ customToken: '[redacted]', b: [] }))),
    ],
    ['{"a":"{\\"state\\":12345,\\"b\\":1}"}', '{"a":"{\\"state\\":\\"[redacted]\\",\\"b\\":1}"}'],
    [
      '/?continue=https%3A%2F%2Fx.example%2F%3Faccess_token%3Dcanary%26b%3D1',
      '/?continue=https%3A%2F%2Fx.example%2F%3Faccess_token%3D[redacted]%26b%3D1',
    ],
    ['access_token%3Dcanary', 'access_token%3D[redacted]'],
    ['%253Fstate%253Dcanary%2526b%253D1', '%253Fstate%253D[redacted]%2526b%253D1'],
    ['refresh_token=canary&grant_type=x', 'refresh_token=[redacted]&grant_type=x'],
    ['{"refreshToken":"canary"}', '{"refreshToken":"[redacted]"}'],
    ['{"customToken":"canary"}', '{"customToken":"[redacted]"}'],
    [
      '/__/auth/action?oobCode=canary&mode=signIn',
      '/__/auth/action?oobCode=[redacted]&mode=signIn',
    ],
    ['/callback?code=canary', '/callback?code=[redacted]'],
    ['authorization: Bearer ya29.a0-canary_x', 'authorization: Bearer [token]'],
    ['Basic dXNlcjpjYW5hcnk=', 'Basic [token]'],
    ['the token ya29.a0-canary_x was refused', 'the token [token] was refused'],
    ['smtps://user:canary@host', 'smtps://[redacted]@host'],
    [
      'postgres://foyer:c@nary@db.example.com:5432/foyer',
      'postgres://[redacted]@db.example.com:5432/foyer',
    ],
    [
      '{"password":"canary","client_secret":"canary"}',
      '{"password":"[redacted]","client_secret":"[redacted]"}',
    ],
  ])('a log line does not contain the secret in %s', (line, redacted) => {
    expect(redact(line)).toBe(redacted)
  })

  it.each([
    '{"level":30,"time":1800000000123,"requestId":"0b5c1d7e-1111-4c1d-8e1f-0123456789ab"}',
    'at file:///srv/foyer/node_modules/@fastify/error/index.js:12:34',
    '{"path":"/assets/index-0a1b2c3d.js","status":200}',
    '{"code":"ECONNREFUSED","address":"https://www.googleapis.com/identitytoolkit"}',
    '{"err":{"message":"{\\"error\\":\\"invalid_grant\\"}"}}',
    'the basic idea of a bearer token',
  ])('a log line still contains %s', (line) => {
    expect(redact(line)).toBe(line)
  })
})

describe('redacted log lines', () => {
  it.each([
    JSON.stringify({ a: 'x', state: 'ends in a backslash \\', b: 'kept' }),
    JSON.stringify({ body: JSON.stringify({ state: 'ends in a backslash \\' }), b: 'kept' }),
    JSON.stringify({ body: `{"state":"cut of`, b: 'kept' }),
    JSON.stringify({ url: 'smtps://user:canary@host', b: 'kept' }),
  ])('a redacted log line is valid JSON with everything else in it: %s', (line) => {
    expect(JSON.parse(redact(line))).toMatchObject({ b: 'kept' })
    expect(redact(line)).not.toMatch(/backslash|cut of|canary/)
  })
})

/** Repeated texts for which a careless pattern takes quadratic time: minutes instead of milliseconds. */
const hostile = [
  ['\\', 'a+', '25', '%25', '%253D', '%40', 'a%40', 'a.', 'a@', '1//0', '+9 ', 'eyJ', 'eyJhbGciOi'],
  ['"t":[', '\\"t\\":[', '"state":', 'access_token', '?t%', 'Bearer ', 'a://', 'ş@'],
].flat()

it.each(hostile)('a log line with 600 KB of %j is scanned once, not once per character', (text) => {
  const line = text.repeat(600_000 / text.length)
  expect(redact(`"a":"${line}"`).length).toBeLessThan(2 * line.length)
})
