import { describe, expect, it } from 'vitest'
import { asFromMicrosoft, withAccessTokenOf, withoutAccountMethods } from './identity-call.ts'
import { createProviders } from './providers.ts'

const credential = (providerId: string) =>
  new URLSearchParams({
    providerId,
    id_token: JSON.stringify({ sub: '1', email: 'ş@example.com', email_verified: true }),
  }).toString()

const verifiedIn = (query: string | undefined) =>
  (
    JSON.parse(new URLSearchParams(query).get('id_token') ?? '{}') as {
      email_verified?: boolean
    }
  ).email_verified

describe('rewritten sign-in requests', () => {
  it.each([
    ['microsoft.com', false],
    ['google.com', true],
  ])('a sign-in with %s has a verified email address: %s', (providerId, isProven) => {
    const query = credential(providerId)
    const sent = JSON.parse(
      asFromMicrosoft(
        JSON.stringify({
          requestUri: `http://localhost/emulator/auth/handler?${query}`,
          postBody: query,
          returnIdpCredential: true,
        }),
      ),
    ) as { requestUri: string; postBody: string }
    expect(verifiedIn(new URL(sent.requestUri).search)).toBe(isProven)
    expect(verifiedIn(sent.postBody)).toBe(isProven)
    expect(sent).toMatchObject({ returnIdpCredential: true })
  })

  it('a sign-in with Microsoft identifies the user by an object id, which is always the same', () => {
    const sent = (query: string) =>
      JSON.parse(asFromMicrosoft(JSON.stringify({ postBody: query }))) as { postBody: string }
    const subjectIn = (query: string) =>
      (JSON.parse(new URLSearchParams(query).get('id_token') ?? '{}') as { sub: string }).sub
    const { postBody } = sent(credential('microsoft.com'))
    expect(subjectIn(postBody)).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(sent(postBody).postBody).toBe(postBody)
  })

  it('a sign-in request in an unknown format is not changed', () => {
    expect(asFromMicrosoft('x')).toBe('x')
    expect(asFromMicrosoft('{"requestUri":"http://localhost"}')).toBe(
      '{"requestUri":"http://localhost"}',
    )
  })
})

describe('rewritten sign-in responses', () => {
  const providers = createProviders(() => 0)
  const rewrite = (answer: object) =>
    JSON.parse(withAccessTokenOf(providers)(JSON.stringify(answer))) as {
      oauthAccessToken: string
    }
  const answer = {
    providerId: 'google.com',
    email: 'can@example.com',
    oauthAccessToken: 'FirebaseAuthEmulatorFakeAccessToken_google.com',
    oauthIdToken: '{"sub":"g-1"}',
  }

  it('the response to a sign-in has an access token of the provider for that user', () => {
    const { oauthAccessToken } = rewrite(answer)
    expect(providers.tokeninfo(oauthAccessToken)).toMatchObject({
      sub: 'g-1',
      email: 'can@example.com',
    })
  })

  it.each([
    ['an existing access token', { ...answer, oauthAccessToken: 'ya29.before' }],
    ['another provider', { ...answer, providerId: 'saml.corp' }],
    ['no email address', { ...answer, email: undefined }],
    ['an error', { error: { message: 'USER_DISABLED' } }],
  ])('the response to a sign-in with %s is not changed', (_name, other) => {
    expect(rewrite(other)).toEqual(JSON.parse(JSON.stringify(other)))
  })
})

it('the response to a sign-in does not say which methods the account of an email address has', () => {
  const answer = { needConfirmation: true, email: 'can@example.com' }
  const told = JSON.stringify({ ...answer, verifiedProvider: ['google.com'] })
  expect(JSON.parse(withoutAccountMethods(told))).toEqual(answer)
  expect(withoutAccountMethods('x')).toBe('x')
})
