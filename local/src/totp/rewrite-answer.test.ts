import { describe, expect, it } from 'vitest'
import { claimsIn, rewriteAnswer } from './rewrite-answer.ts'

const isTotp = (uid: string) => uid === 'app'
const rewrite = (body: object): unknown => JSON.parse(rewriteAnswer(JSON.stringify(body), isTotp))
const tokenOf = (factor: string) =>
  `eyJhbGciOiJub25lIn0.${Buffer.from(
    JSON.stringify({
      sub: 'u',
      firebase: { sign_in_second_factor: 'phone', second_factor_identifier: factor },
    }),
  ).toString('base64url')}.`

describe('the emulator’s responses', () => {
  it.each([
    ['a sign-in', (mfaInfo: object[]) => ({ mfaInfo, localId: 'u' })],
    ['a look-up', (mfaInfo: object[]) => ({ users: [{ mfaInfo, localId: 'u' }] })],
  ])('%s shows the factor of an app without a phone number', (_what, answerWith) => {
    const phone = { mfaEnrollmentId: 'phone', phoneInfo: '+********0002' }
    const app = { mfaEnrollmentId: 'app', phoneInfo: '+000', displayName: 'Work' }
    expect(rewrite(answerWith([phone, app]))).toEqual(
      answerWith([phone, { mfaEnrollmentId: 'app', displayName: 'Work', totpInfo: {} }]),
    )
  })

  it.each(['idToken', 'id_token', 'access_token'])('%s names the factor of an app', (name) => {
    const read = (factor: string) =>
      claimsIn((rewrite({ [name]: tokenOf(factor) }) as Record<string, unknown>)[name])
    expect(read('app')).toMatchObject({ sub: 'u', firebase: { sign_in_second_factor: 'totp' } })
    expect(read('phone')).toMatchObject({ sub: 'u', firebase: { sign_in_second_factor: 'phone' } })
  })

  it('what is no JSON object stays as it is', () => {
    expect(rewriteAnswer('<html>', isTotp)).toBe('<html>')
    expect(rewriteAnswer('[1]', isTotp)).toBe('[1]')
    expect(rewrite({ idToken: 'x' })).toEqual({ idToken: 'x' })
  })
})
