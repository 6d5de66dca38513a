import { FirebaseError } from 'firebase/app'
import { refusalCodeOf } from './service-refusal.ts'

type Fetch = typeof globalThis.fetch

/** A request in which the SDK sends a provider's answer to the service, and its outcome. */
interface HandOver {
  readonly send: () => Promise<Response>
  /** The service's successful response. The service accepts a provider's answer only once. */
  accepted: Response | null
}

export interface SdkCalls {
  /** The last such request of the SDK. Null before the first, and after `forget`. */
  lastHandOver: () => HandOver | null
  forget: () => void
  /** Replaces the next such request of the SDK with this one. */
  repeatNext: (handOver: HandOver) => void
}

/**
 * Watches the requests that the SDK sends. The SDK always uses the global `fetch`, so it is replaced. The SDK loses a
 * part of the service's errors, so that a deleted account looks like an expired token, and it cannot repeat a request
 * that failed in the network. It passes on errors that `fetch` throws, so refusals get their codes here.
 */
export function watchSdkCalls(scope: { fetch: Fetch }): SdkCalls {
  const fetch: Fetch = scope.fetch.bind(scope)
  let last: HandOver | null = null
  let next: HandOver | null = null

  async function handOver(given: HandOver): Promise<Response> {
    last = given
    if (given.accepted !== null) return given.accepted.clone()
    const { answer, isRefusal } = await read(await given.send())
    if (!isRefusal) given.accepted = answer.clone()
    return answer
  }

  scope.fetch = async (input, init) => {
    const send = (): Promise<Response> => fetch(input, init)
    const isOfSdk = new Headers(init?.headers).has('X-Client-Version')
    if (!isOfSdk) return send()
    const isHandOver = typeof input === 'string' && input.includes('/accounts:signInWithIdp?')
    if (!isHandOver) return (await read(await send())).answer
    const given = next ?? { send, accepted: null }
    next = null
    return handOver(given)
  }

  return {
    lastHandOver: () => last,
    forget() {
      last = null
    },
    repeatNext(given) {
      next = given
    },
  }
}

/** @throws FirebaseError, which the SDK passes on unchanged */
async function read(answer: Response): Promise<{ answer: Response; isRefusal: boolean }> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  const code = refusalCodeOf(answer.status, body)
  if (code !== null) throw new FirebaseError(code, 'The identity service refused.')
  return { answer, isRefusal: !answer.ok || (body instanceof Object && 'errorMessage' in body) }
}
