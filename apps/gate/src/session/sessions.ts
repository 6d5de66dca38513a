import { tenantIdOf } from '../id-token/verify-id-token.ts'
import { readCookies, type CookieJar } from '../request/cookies.ts'
import type { RequestHead } from '../request/request-head.ts'
import type { SealedBox } from '../sealing/sealed-box.ts'
import type { SpentTokens } from '../data/spent-tokens.ts'
import type { Settings } from '../settings/settings.ts'
import type { OpenConnections } from './open-connections.ts'
import { createRecentValues } from './recent-values.ts'
import type { Session } from './session.ts'

/** The session in the cookies of a request. */
export type CurrentSession =
  | { kind: 'active'; session: Session }
  /** It still tells which tenant a silent refresh should ask for. */
  | { kind: 'expired'; session: Session }
  | { kind: 'none' }
  | { kind: 'duplicate' }

export interface Sessions {
  of(request: RequestHead): CurrentSession
  /** The `Set-Cookie` line that hands the session to the browser. */
  cookieFor(session: Session): string
  /** Ends every cookie of this session, wherever a copy of it may be, and closes what it has opened. */
  end(session: Session): void
}

interface SessionsPorts {
  settings: Pick<Settings, 'tenantIds' | 'projectNumber'>
  box: SealedBox<Session>
  jar: CookieJar
  spent: SpentTokens
  connections: OpenConnections
  now: () => number
}

/** Characters of cookies; an opened one takes about twice its length again. */
const rememberedCookies = 4_000_000
/** No cookie of a session lives longer than an ID token, whatever was refreshed when. */
const longestLifeSeconds = 3700

export function createSessions(ports: SessionsPorts): Sessions {
  const { settings, box, jar, spent, connections, now } = ports
  // Opening a cookie costs more than everything else a request needs.
  const opened = createRecentValues<Session>(rememberedCookies)

  function open(cookie: string): Session | undefined {
    const known = opened.get(cookie)
    if (known) return known
    const session = box.open(cookie)
    if (session) opened.set(cookie, session)
    return session
  }

  /** The tenants may have changed since the session was sealed. */
  function isAdmitted({ user }: Session): boolean {
    return settings.tenantIds.includes(tenantIdOf(user, settings.projectNumber))
  }

  return {
    of(request) {
      const [first, second] = readCookies(request).filter(({ name }) => name === jar.sessionName)
      if (second) return { kind: 'duplicate' }
      const session = first && open(first.value)
      if (!session || spent.has(session.id) || !isAdmitted(session)) return { kind: 'none' }
      return { kind: session.expiresAt > now() ? 'active' : 'expired', session }
    },
    cookieFor(session) {
      connections.renew(session)
      return jar.set(jar.sessionName, box.seal(session))
    },
    end(session) {
      spent.spend(session.id, now() + longestLifeSeconds)
      connections.closeAllOf(session)
    },
  }
}
