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
 * What an Identity Platform ID token says about its user. Unknown claims are kept: custom claims
 * are for the application to read.
 */
const userSchema = v.looseObject(userEntries)
export type User = v.InferOutput<typeof userSchema>

/** The same, with what the token says of itself. */
export const idTokenClaimsSchema = v.looseObject({
  ...userEntries,
  iss: v.string(),
  aud: v.string(),
  iat: v.number(),
  exp: v.number(),
  nbf: v.optional(v.number()),
})
export type IdTokenClaims = v.InferOutput<typeof idTokenClaimsSchema>
