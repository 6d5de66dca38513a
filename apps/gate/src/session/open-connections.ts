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
  /** @param path of its request */
  add(session: Session, path: string, connection: Connection): void
  /** The session has a newer cookie, so its connections may stay open as long as that. */
  renew(session: Session): void
  /** The user has signed out. Closes all connections of the session with this id at once. */
  closeAllOf(sessionId: string): void
  /** Closes the connections that these users may not have. */
  closeUnless(isAllowed: (user: User, path: string) => boolean): void
  /** Closes the connections whose session has ended. Call it regularly. */
  closeExpired(): void
}

interface OpenSession {
  expiresAt: number
  /** As in the newest cookie. */
  user: User
  /** The path of each. */
  connections: Map<Connection, string>
}

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

  function renew({ id, expiresAt, user }: Session) {
    const known = sessions.get(id)
    if (known && expiresAt > known.expiresAt) Object.assign(known, { expiresAt, user })
    return known
  }

  return {
    add(session, path, connection) {
      const { id, expiresAt, user } = session
      const open = renew(session) ?? { expiresAt, user, connections: new Map() }
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
