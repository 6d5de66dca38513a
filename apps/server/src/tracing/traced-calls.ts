import { createOutageLog } from '@foyer/node/outage-log'
import { inSpan, recordCall, startRequest, type RequestSpan } from '@foyer/tracing/spans'
import { startTracing } from '@foyer/tracing/start-tracing'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { Statement, Tracing } from './tracing.ts'

export function traceCalls(logger: FastifyBaseLogger): Tracing {
  const collector = createOutageLog(logger, 'the trace collector', { level: 'warn' })
  return {
    addTo: traceRequests,
    identity: tracedIdentity,
    provisioning: (provisioning) => ({
      announce: (user) => inSpan('provisioning', {}, () => provisioning.announce(user)),
    }),
    sender: (sender) => ({
      ...sender,
      send: (mail) => inSpan('smtp send', {}, () => sender.send(mail)),
    }),
    statement: traceStatement,
    job: (name, work) => inSpan(name, {}, work),
    stop: startTracing('foyer-server', collector),
  }
}

const probes = new Set(['/healthz', '/readyz', '/readyz/accounts'])

function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url
  app.addHook('onRequest', async (request) => {
    if (probes.has(routeOf(request) ?? '')) return
    const span = startRequest(request.method, request.headers)
    spans.set(request, span)
    request.log = request.log.child({ traceId: span.traceId })
  })
  // A body arrives in the context of its connection, so the context of the request begins after it.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', async (request, reply) =>
    spans.get(request)?.end({ status: reply.statusCode, route: routeOf(request) }),
  )
  app.addHook('onRequestAbort', async (request) =>
    spans.get(request)?.end({ status: 0, route: routeOf(request), isAborted: true }),
  )
}

function tracedIdentity(identity: IdentityPlatform): IdentityPlatform {
  const call = <T>(name: string, work: () => Promise<T>) =>
    inSpan(`identity service ${name}`, {}, work)
  return {
    createAccount: (account) => call('create account', () => identity.createAccount(account)),
    setClaims: (...args) => call('set claims', () => identity.setClaims(...args)),
    setPassword: (...args) => call('set password', () => identity.setPassword(...args)),
    accountByEmail: (...args) => call('find account', () => identity.accountByEmail(...args)),
    accountByUid: (...args) => call('find account', () => identity.accountByUid(...args)),
    emailSignInCode: (...args) => call('create code', () => identity.emailSignInCode(...args)),
    endSessions: (...args) => call('end sessions', () => identity.endSessions(...args)),
    changeAccess: (...args) => call('change access', () => identity.changeAccess(...args)),
    customTokenFor: (...args) => call('sign token', () => identity.customTokenFor(...args)),
    verifyIdToken: (idToken) => call('verify token', () => identity.verifyIdToken(idToken)),
  }
}

/** Only the verb and the table: a statement could contain a value. */
function traceStatement({ sql, ...outcome }: Statement): void {
  const verb =
    /^\s*(select|insert|update|delete|begin|commit|rollback)\b/i.exec(sql)?.[1] ?? 'other'
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(sql)?.[1]
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb }
  const name = ['postgres', verb, table].filter(Boolean).join(' ')
  recordCall(name, { ...attributes, ...(table && { 'db.collection.name': table }) }, outcome)
}
