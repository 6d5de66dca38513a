type Fields = Record<string, unknown>

const tokenNames = ['idToken', 'id_token', 'access_token']

/**
 * Shows the factors of authenticator apps as such in a response of the emulator: in lists of factors, and in ID tokens,
 * which the emulator does not sign.
 *
 * @param isTotp whether the factor with this uid is an app's
 */
export function rewriteAnswer(body: string, isTotp: (uid: string) => boolean): string {
  const answer = parse(body)
  if (answer === null) return body
  const tokens = tokenNames.filter((name) => typeof answer[name] === 'string')
  const { users } = answer
  return JSON.stringify({
    ...withFactors(answer, isTotp),
    ...Object.fromEntries(tokens.map((name) => [name, rewriteToken(answer[name], isTotp)])),
    ...(Array.isArray(users) && { users: users.map((user) => withFactors(user, isTotp)) }),
  })
}

function withFactors(holder: Fields, isTotp: (uid: string) => boolean): Fields {
  const { mfaInfo } = holder
  if (!Array.isArray(mfaInfo)) return holder
  return { ...holder, mfaInfo: mfaInfo.map((factor: Fields) => withoutPhone(factor, isTotp)) }
}

function withoutPhone(factor: Fields, isTotp: (uid: string) => boolean): Fields {
  const { phoneInfo: _hidden, unobfuscatedPhoneInfo: _same, ...others } = factor
  return isTotp(String(factor['mfaEnrollmentId'])) ? { ...others, totpInfo: {} } : factor
}

function rewriteToken(token: unknown, isTotp: (uid: string) => boolean): string {
  const [header = '', , ...signature] = String(token).split('.')
  const claims = claimsIn(token)
  const { firebase } = claims
  if (!isFields(firebase) || !isTotp(String(firebase['second_factor_identifier']))) {
    return String(token)
  }
  const rewritten = { ...claims, firebase: { ...firebase, sign_in_second_factor: 'totp' } }
  return [header, Buffer.from(JSON.stringify(rewritten)).toString('base64url'), ...signature].join(
    '.',
  )
}

/** The uid of the factor that an ID token names. */
export function factorIn(token: unknown): string | null {
  const { firebase } = claimsIn(token)
  return isFields(firebase) ? String(firebase['second_factor_identifier']) : null
}

/** The claims of an ID token, or none if it is no token. */
export function claimsIn(token: unknown): Fields {
  const [, payload = ''] = String(token).split('.')
  return parse(Buffer.from(payload, 'base64url').toString()) ?? {}
}

export function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
