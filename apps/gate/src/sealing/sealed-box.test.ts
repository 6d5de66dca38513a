import { createDecipheriv, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSealedBox } from './sealed-box.ts'

const key = randomBytes(32)
const only = (sealing: Buffer) => {
  const keys = { sealing }
  return { current: () => keys, accepted: () => [keys] }
}
const box = createSealedBox<{ path: string }>(only(key), 'state.v1')

it('a sealed value can be opened', () => {
  expect(box.open(box.seal({ path: '/ığ?x=1' }))).toEqual({ path: '/ığ?x=1' })
})

it('sealing the same value twice gives different texts, which reveal nothing of it', () => {
  const [one, other] = [box.seal({ path: '/secret' }), box.seal({ path: '/secret' })]
  expect(one).not.toBe(other)
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret')
})

it('a value that was sealed with another key or for another purpose cannot be opened', () => {
  const sealed = box.seal({ path: '/' })
  expect(createSealedBox(only(randomBytes(32)), 'state.v1').open(sealed)).toBeUndefined()
  expect(createSealedBox(only(key), 'session.v1').open(sealed)).toBeUndefined()
})

it('with several keys, the current one seals, and a value is opened by any that is still accepted', () => {
  const [old, next] = [{ sealing: randomBytes(32) }, { sealing: randomBytes(32) }]
  const keys = { current: old, accepted: [old] }
  const rotated = createSealedBox<string>(
    { current: () => keys.current, accepted: () => keys.accepted },
    'state.v1',
  )
  const before = rotated.seal('before')
  Object.assign(keys, { current: next, accepted: [next, old] })
  const after = rotated.seal('after')
  expect([rotated.open(before), rotated.open(after)]).toEqual(['before', 'after'])
  Object.assign(keys, { accepted: [next] })
  expect([rotated.open(before), rotated.open(after)]).toEqual([undefined, 'after'])
})

it('the key that seals is derived, and never the key that was given', () => {
  const bytes = Buffer.from(box.seal({ path: '/' }), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from('state.v1')).setAuthTag(bytes.subarray(-16))
  decipher.update(bytes.subarray(12, -16))
  expect(() => decipher.final()).toThrow('unable to authenticate data')
})

it('a sealed text cannot be opened if any byte was changed', () => {
  const bytes = Buffer.from(box.seal({ path: '/' }), 'base64url')
  const changed = Array.from(bytes, (byte, index) => {
    const copy = Buffer.from(bytes)
    copy[index] = byte ^ 1
    return box.open(copy.toString('base64url'))
  })
  expect(new Set(changed)).toEqual(new Set([undefined]))
})

it.each(['', 'x', '!', 'A'.repeat(38), 'A'.repeat(10_000)])(
  'the text %j cannot be opened',
  (text) => {
    expect(box.open(text)).toBeUndefined()
  },
)

it.each([
  ['padding', (text: string) => `${text}=`],
  ['junk behind it', (text: string) => `${text}!!`],
  ['junk within it', (text: string) => `${text.slice(0, 20)}!!${text.slice(20)}`],
  ['a space behind it', (text: string) => `${text} `],
  ['the characters of plain base64', (text: string) => text.replaceAll('-', '+')],
  ['26,000 characters of junk behind it', (text: string) => text + '!'.repeat(26_000)],
  ['bits that no byte has', (text: string) => withUnusedBits(text)],
])('only the exact sealed text can be opened, so not with %s', (_, change) => {
  // 41 bytes, which is no multiple of three, so the last character has unused bits.
  const sealings = Array.from({ length: 500 }, () => box.seal({ path: '/-' }))
  const sealed = sealings.find((text) => text.includes('-')) ?? ''
  expect(box.open(sealed)).toEqual({ path: '/-' })
  const changed = change(sealed)
  expect(changed).not.toBe(sealed)
  expect(box.open(changed)).toBeUndefined()
})

it('a sealed text over the length limit cannot be opened', () => {
  const path = `/${randomBytes(4000).toString('base64url')}`
  const sealed = box.seal({ path })
  expect(sealed.length).toBeGreaterThan(4096)
  expect(box.open(sealed)).toBeUndefined()
  expect(createSealedBox(only(key), 'state.v1', 8192).open(sealed)).toEqual({ path })
})

it('a sealed text of exactly the length limit can be opened', () => {
  const sealed = box.seal({ path: '/' })
  const opened = (limit: number) => createSealedBox(only(key), 'state.v1', limit).open(sealed)
  expect(opened(sealed.length)).toEqual({ path: '/' })
  expect(opened(sealed.length - 1)).toBeUndefined()
})

/** How many bytes longer a sealed value is than the initialization vector and the tag. */
const bodyOf = (path: string) => Buffer.from(box.seal({ path }), 'base64url').length - 28

it('a value of 256 bytes is compressed, and a shorter one is not', () => {
  const frame = '{"path":""}'.length
  expect(bodyOf('a'.repeat(255 - frame))).toBe(255)
  expect(bodyOf('a'.repeat(256 - frame))).toBeLessThan(50)
})

/** Decoders ignore the last bits of the last character, so several characters decode to the same byte. */
function withUnusedBits(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const next = alphabet[alphabet.indexOf(text.at(-1) ?? '') + 1] ?? ''
  return text.slice(0, -1) + next
}
