import { expect, it } from 'vitest'
import { isOfProject } from './of-project.ts'
import { parseSignInRequest } from '../request/sign-in-request.ts'

const login = 'https://login.example.com'
const project = { projectId: '12345', authorizedDomains: ['example.com', 'iap.test'] }

function request(changes: Record<string, string> = {}) {
  const query = new URLSearchParams({
    mode: 'login',
    apiKey: 'key',
    tid: 'acme-1a2b3',
    redirect_uri: 'https://iap.test/handle',
    state: 'state',
    ...changes,
  })
  return parseSignInRequest(new URL(`${login}/?${query}`), null, {})
}

it.each([
  ['a tenant', request(), login],
  ['the project itself', request({ tid: '_12345' }), login],
])('a request for %s belongs to its project', (_what, given, origin) => {
  expect(isOfProject(given, origin, project)).toBe(true)
})

it.each([
  ['another project’s number', request({ tid: '_1' }), login],
  ['a redirect URL elsewhere', request({ redirect_uri: 'https://evil.test/' }), login],
  ['a page elsewhere', request(), 'https://login.evil.test'],
])('a request with %s does not belong to the project', (_what, given, origin) => {
  expect(isOfProject(given, origin, project)).toBe(false)
})
