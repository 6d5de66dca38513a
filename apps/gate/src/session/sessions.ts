import { mayOpen, type Access } from '../access/access.ts'
import type { User } from '../id-token/id-token-claims.ts'
import type { AllowedTenants } from '../id-token/allowed-tenants.ts'
import { tenantIdOf } from '../id-token/verify-id-token.ts'
import { readCookies, type GateCookies } from '../request/cookies.ts'
import type { RequestHead } from '../request/request-head.ts'
import type { SealedBox } from '../sealing/sealed-box.ts'
import type { GateStore } from '../data/gate-store.ts'
import type { KeyRing } from '../data/key-ring.ts'
import type { Settings } from '../settings/settings.ts'
import type { OpenConnections } from './open-connections.ts'
import { createRecentValues } from './recent-values.ts'
import type { Session } from './session.ts'

/** The session in a request's cookies. */
export type CurrentSession =
  | { kind: 'active'; session: Session }
  /** It shows for which tenant to refresh silently. A session that lacks claims has to be refreshed too. */
  | { kind: 'expired'; session: Session }
  /** The tenants or the access policy have changed since. */
  | { kind: 'rejected'; session: Session }
  | { kind: 'none' }
  | { kind: 'duplicate' }

export interface Sessions {
  of(request: RequestHead): CurrentSession
  /** The `Set-Cookie` line with the session. */
  cookieFor(session: Session): string
  /**
   * Ends every cookie of this session, wherever there is a copy, and closes its connections. Resolves when it is
   * stored.
   */
  end(session: Session): Promise<void>
  /** After a change of the tenants or the access policy: closes the connections that would be refused now. */
  closeRefused(): void
}

interface SessionsDeps {
  settings: Pick<Settings, 'projectNumber' | 'sessionMemoryBytes'>
  tenants: Pick<AllowedTenants, 'has'>
  access: Pick<Access, 'rejectionOf' | 'ofPath' | 'claims'>
  box: SealedBox<Session>
  jar: GateCookies
  store: Pick<GateStore, 'hasEnded' | 'endSession' | 'onEnded'>
  keys: Pick<KeyRing, 'onChange'>
  connections: OpenConnections
  now: () => number
}

/** An opened cookie takes about twice its length in addition, and the cache has up to twice the length it is given. */
const bytesPerCharacter = 6
/** No cookie of a session is valid for longer than an ID token, even if it was refreshed. */
const longestLifeSeconds = 3700

export function createSessions(deps: SessionsDeps): Sessions {
  const { settings, tenants, access, box, jar, store, keys, connections, now } = deps
  const rememberedLength = settings.sessionMemoryBytes / bytesPerCharacter
  // Decryption costs more than everything else in a request, so recent results are cached.
  let opened = createRecentValues<Session>(rememberedLength)
  // A cookie of a removed key must be refused although it was opened before.
  keys.onChange(() => (opened = createRecentValues(rememberedLength)))
  store.onEnded((sessionId) => connections.closeAllOf(sessionId))

  function open(cookie: string): Session | undefined {
    const known = opened.get(cookie)
    if (known) return known
    const session = box.open(cookie)
    if (session) opened.set(cookie, session)
    return session
  }

  /** The tenants and the access policy may have changed since the session was sealed. */
  function isAllowed(user: User): boolean {
    return tenants.has(tenantIdOf(user, settings.projectNumber)) && !access.rejectionOf(user)
  }

  const lacksClaims = ({ reducedTo }: Session) =>
    reducedTo !== undefined && reducedTo !== access.claims().id

  return {
    of(request) {
      const [first, second] = readCookies(request).filter(({ name }) => name === jar.sessionName)
      if (second) return { kind: 'duplicate' }
      const session = first && open(first.value)
      if (!session || store.hasEnded(session.id)) return { kind: 'none' }
      if (!isAllowed(session.user)) return { kind: 'rejected', session }
      const isActive = session.expiresAt > now() && !lacksClaims(session)
      return { kind: isActive ? 'active' : 'expired', session }
    },
    cookieFor(session) {
      connections.renew(session)
      return jar.set(jar.sessionName, box.seal(session))
    },
    async end({ id }) {
      const stored = store.endSession(id, now() + longestLifeSeconds)
      // The user must not wait for this until a slow database has answered.
      connections.closeAllOf(id)
      await stored
    },
    closeRefused() {
      connections.closeUnless(
        (user, path) => (!user || isAllowed(user)) && mayOpen(access.ofPath(path), user),
      )
    },
  }
}
