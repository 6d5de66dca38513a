import * as v from 'valibot'

const userEntries = {
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  auth_time: v.number(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean()),
  firebase: v.looseObject({
    tenant: v.optional(v.string()),
    sign_in_provider: v.string(),
  }),
}

/**
 * The claims about the user in an Identity Platform ID token. Unknown claims are kept, because the application may need
 * custom claims.
 */
const userSchema = v.looseObject(userEntries)
export type User = v.InferOutput<typeof userSchema>

/** The claims about the user and about the token itself. */
export const idTokenClaimsSchema = v.looseObject({
  ...userEntries,
  iss: v.string(),
  aud: v.string(),
  iat: v.number(),
  exp: v.number(),
  nbf: v.optional(v.number()),
})
export type IdTokenClaims = v.InferOutput<typeof idTokenClaimsSchema>
