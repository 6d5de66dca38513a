import type { EventEmitter } from 'node:events'
import type { User } from '../id-token/id-token-claims.ts'
import type { Session } from './session.ts'

/** A response in progress, or the socket of a WebSocket. It emits `close` at its end. */
export interface Connection extends Pick<EventEmitter, 'once'> {
  /** For a response: false until the application has responded. */
  headersSent?: boolean
  destroy(): unknown
}

/** The open connections of each session, so that none outlives the session. */
export interface OpenConnections {
  /** @param path of its request, which is public if there is no session */
  add(session: Session | undefined, path: string, connection: Connection): void
  /** The session has a newer cookie, so its connections may stay open as long as that. */
  renew(session: Session): void
  /** The user has signed out. Closes all connections of the session with this id at once. */
  closeAllOf(sessionId: string): void
  /** Closes the connections that these users, or those without a session, may not have. */
  closeUnless(isAllowed: (user: User | undefined, path: string) => boolean): void
  /** Closes the connections whose session has ended. Call it regularly. */
  closeExpired(): void
}

interface OpenSession {
  expiresAt: number
  /** As in the newest cookie. */
  user: User | undefined
  /** The path of each. */
  connections: Map<Connection, string>
}

type Owner = Pick<Session, 'id' | 'expiresAt'> & { user: User | undefined }

/** Stands for all users of a public path who have no session. */
const nobody: Owner = { id: '', expiresAt: Infinity, user: undefined }

interface OpenConnectionsRules {
  /** How long a connection may stay open after its session has ended without a sign-out. */
  graceSeconds: number
  /** How much longer a request may wait for its response to begin, or its body may still be arriving. */
  answerSeconds: number
  now: () => number
}

export function createOpenConnections(rules: OpenConnectionsRules): OpenConnections {
  const { graceSeconds, answerSeconds, now } = rules
  const sessions = new Map<string, OpenSession>()

  function renew({ id, expiresAt, user }: Owner) {
    const known = sessions.get(id)
    if (known && expiresAt > known.expiresAt) Object.assign(known, { expiresAt, user })
    return known
  }

  return {
    add(session, path, connection) {
      const owner: Owner = session ?? nobody
      const { id, expiresAt, user } = owner
      const open = renew(owner) ?? { expiresAt, user, connections: new Map() }
      sessions.set(id, open)
      open.connections.set(connection, path)
      connection.once('close', () => {
        open.connections.delete(connection)
        if (open.connections.size === 0) sessions.delete(id)
      })
    },
    renew: (session) => void renew(session),
    closeAllOf(id) {
      for (const connection of sessions.get(id)?.connections.keys() ?? []) connection.destroy()
    },
    closeUnless(isAllowed) {
      for (const { user, connections } of sessions.values()) {
        for (const [connection, path] of connections) {
          if (!isAllowed(user, path)) connection.destroy()
        }
      }
    },
    closeExpired() {
      const time = now()
      for (const { expiresAt, connections } of sessions.values()) {
        const overdue = time - expiresAt - graceSeconds
        if (overdue < 0) continue
        for (const connection of connections.keys()) {
          // The application may already have acted on a request that was sent in time, so its response is let through.
          // The time is limited, because a request whose body never ends would become an endless stream.
          const isAwaitingResponse = connection.headersSent === false && overdue < answerSeconds
          if (!isAwaitingResponse) connection.destroy()
        }
      }
    },
  }
}
