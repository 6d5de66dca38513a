import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerError } from '../errors/server-error.ts'
import type { ProvisioningSettings } from './provisioning-settings.ts'
import { lookupPublic } from './public-address.ts'

/** The account data that the other system gets at the first sign-in. */
export interface NewUser {
  uid: string
  tenantId: string | null
  email: string | null
  firstName: string | null
  lastName: string | null
  company: string | null
}

export interface Provisioning {
  /** Resolves when the other system has accepted the account. May be repeated for the same account. */
  announce(newUser: NewUser): Promise<void>
}

interface Options {
  timeoutMs?: number
  /** The pauses before the second and each later attempt. */
  pausesMs?: readonly number[]
}

export function createProvisioning(
  settings: ProvisioningSettings,
  { timeoutMs = 5_000, pausesMs = [500, 1_500] }: Options = {},
): Provisioning {
  return {
    async announce(newUser) {
      for (const pauseMs of [...pausesMs, null]) {
        const failure = await attempt(newUser, settings, timeoutMs)
        if (failure === null) return
        if (pauseMs === null || !failure.mayPass) throw failure.refusal
        await wait(pauseMs)
      }
    },
  }
}

interface Failure {
  refusal: ServerError
  /** Whether another attempt may succeed. */
  mayPass: boolean
}

async function attempt(
  newUser: NewUser,
  settings: ProvisioningSettings,
  timeoutMs: number,
): Promise<Failure | null> {
  try {
    const status = await post(
      JSON.stringify({ event: 'first-login', ...newUser }),
      newUser,
      settings,
      timeoutMs,
    )
    if (status >= 200 && status < 300) return null
    const refusal = new ServerError('unavailable', {
      cause: new Error(`the provisioning address answered ${status}`),
    })
    return { refusal, mayPass: status >= 500 || [408, 425, 429].includes(status) }
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'AbortError'
    return {
      refusal: new ServerError(isLate ? 'deadline-exceeded' : 'unavailable', { cause }),
      mayPass: true,
    }
  }
}

/** Does not follow redirects: only the operator chooses the URL. */
function post(
  body: string,
  newUser: NewUser,
  { url, key, mayBePrivate }: ProvisioningSettings,
  timeoutMs: number,
): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000)
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(!mayBePrivate && { lookup: lookupPublic }),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': idempotencyKey(newUser),
          'foyer-timestamp': timestamp,
          'foyer-signature': `v1=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`,
        },
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        // Only the status matters, so errors in the body are ignored.
        answer.on('error', () => {}).resume()
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * The same for every attempt for an account, so that the other system recognises a repetition after a crash.
 */
function idempotencyKey({ tenantId, uid }: NewUser): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, uid]))
    .digest('hex')
    .slice(0, 32)
}
