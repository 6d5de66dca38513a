import { redirectUri } from './answers.ts'
import type { PageAddress } from './scenario.ts'

export const apiKey = 'demo-api-key'
export const acme = 'acme-1a2b3'
export const globex = 'globex-4c5d6'
export const project = '_12345'

export const state = 'sealed-state+/='
export const lookupAddress = `https://www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig?key=${apiKey}`

const complete = { apiKey, redirect_uri: redirectUri, state }

type Parameters = Readonly<Record<string, string | undefined>>

/** A complete login request; a parameter changed to undefined is left out. */
export function loginAt(changes: Parameters = {}, hash = ''): PageAddress {
  return at({ mode: 'login', tid: acme, ...complete, ...changes }, hash)
}

export function reauthAt(changes: Parameters = {}): PageAddress {
  return at({ mode: 'reauth', tid: acme, ...complete, ...changes })
}

/** A sign-out that returns to the application. */
export function signoutAt(changes: Parameters = {}): PageAddress {
  return at({ mode: 'signout', ...complete, ...changes })
}

/** A sign-out that ends on the login page. */
export function signoutHereAt(): PageAddress {
  return signoutAt({ redirect_uri: undefined, state: undefined })
}

export function selectAt(changes: Parameters = {}): PageAddress {
  return at({ mode: 'selectAuthSession', ...complete, ...changes })
}

function at(parameters: Parameters, hash = ''): PageAddress {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined
  })
  return { query: Object.fromEntries(given), hash }
}
