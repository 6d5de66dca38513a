import { FirebaseError } from 'firebase/app'
import { refusalCodeOf } from './service-refusal.ts'

type Fetch = typeof globalThis.fetch

/** A provider's answer that the SDK passes to the service, and what came of it. */
interface HandOver {
  readonly send: () => Promise<Response>
  /** The service's answer once it has one: it takes a provider's answer only once. */
  accepted: Response | null
}

export interface SdkCalls {
  /** What the SDK passed on last; null before that, and after `forget`. */
  lastHandOver: () => HandOver | null
  forget: () => void
  /** The next hand-over of the SDK becomes this one. */
  repeatNext: (handOver: HandOver) => void
}

/**
 * Watches the calls that the SDK makes with the page's `fetch`; it takes no other. The SDK keeps a part
 * of what the service says, so that a deleted account reads like an expired token, and it cannot repeat
 * a call that the network lost. Its errors pass through it unchanged, so refusals are coded here.
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

/** @throws FirebaseError which the SDK hands on as it is */
async function read(answer: Response): Promise<{ answer: Response; isRefusal: boolean }> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  const code = refusalCodeOf(answer.status, body)
  if (code !== null) throw new FirebaseError(code, 'The identity service refused.')
  return { answer, isRefusal: !answer.ok || (body instanceof Object && 'errorMessage' in body) }
}
