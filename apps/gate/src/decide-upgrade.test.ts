import type { AccessPolicy } from '@foyer/contract/access-policy'
import { expect, it, vi } from 'vitest'
import { createAccess } from './access/access.ts'
import { decideUpgrade, noteRefusal } from './decide-upgrade.ts'
import type { GateEvents } from './events/gate-events.ts'
import type { RequestHead } from './request/request-head.ts'
import type { CurrentSession } from './session/sessions.ts'

const publicUrl = new URL('https://app.corp.example')
const session = {
  id: 's-1',
  expiresAt: 2_000_000_000,
  user: { sub: 'u-1', auth_time: 1, firebase: { sign_in_provider: 'google.com' } },
}

interface Changes {
  url?: string
  httpVersion?: string
  headers?: Record<string, string | undefined>
  current?: CurrentSession
  policy?: AccessPolicy
}

function decision(changes: Changes = {}) {
  const { url = '/socket', httpVersion = '1.1', headers, current, policy } = changes
  const request = {
    method: 'GET',
    url,
    httpVersion,
    headers: { host: publicUrl.host, origin: publicUrl.origin, ...headers },
    rawHeaders: ['Host', publicUrl.host],
  }
  return decideUpgrade(request, {
    settings: { publicUrl, passesEncodedSlashes: false },
    access: createAccess(policy),
    sessions: { of: () => current ?? { kind: 'active', session } },
  })
}

it('a WebSocket of the gate’s own origin is forwarded with the session of its user', () => {
  expect(decision()).toEqual({ kind: 'forward', session })
})

it.each<[string, Changes, string]>([
  ['that breaks a rule for requests', { httpVersion: '2.0' }, 'http-version'],
  ['with a body', { headers: { 'content-length': '1' } }, 'upgrade-with-body'],
  ['with a chunked body', { headers: { 'transfer-encoding': 'chunked' } }, 'upgrade-with-body'],
  ['to a path of the gate', { url: '/_gcp_iap/socket' }, 'not-found'],
  ['of another origin', { headers: { origin: 'https://evil.test' } }, 'upgrade-origin'],
  ['without an origin', { headers: { origin: undefined } }, 'upgrade-origin'],
  [
    'that the policy keeps from the path',
    { policy: { paths: [{ path: '/', providers: ['phone'] }] } },
    'path-not-allowed',
  ],
  ['whose path has no rule', { policy: { paths: [{ path: '/x' }] } }, 'path-closed'],
  ['whose path is ambiguous', { policy: { paths: [{ path: '/Socket' }] } }, 'path-ambiguous'],
  [
    'to a public path without a session',
    { policy: { paths: [{ path: '/', access: 'public' }] }, current: { kind: 'none' } },
    'signed-out',
  ],
  ['without a session', { current: { kind: 'none' } }, 'signed-out'],
  ['with an expired session', { current: { kind: 'expired', session } }, 'signed-out'],
  ['with two sessions', { current: { kind: 'duplicate' } }, 'signed-out'],
])('a WebSocket %s is refused', (_what, changes, code) => {
  expect(decision(changes)).toMatchObject({ kind: 'refuse', code })
})

it('the account that the policy keeps from a WebSocket is in the audit trail, and other refusals have none', () => {
  const events = { failed: vi.fn<GateEvents['failed']>(), audit: vi.fn<GateEvents['audit']>() }
  const request = {} as RequestHead
  noteRefusal({ kind: 'refuse', code: 'upgrade-origin' }, request, events)
  expect(events.audit).not.toHaveBeenCalled()
  const refused = decision({ policy: { paths: [{ path: '/', providers: ['phone'] }] } })
  if (refused.kind !== 'refuse') throw new Error('It was forwarded.')
  noteRefusal(refused, request, events)
  expect(events.audit.mock.calls).toEqual([['open', 'path-not-allowed', request, session.user]])
  expect(events.failed.mock.calls).toEqual([['upgrade-origin'], ['path-not-allowed']])
})
