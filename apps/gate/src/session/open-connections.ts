import type { EventEmitter } from 'node:events'
import type { Session } from './session.ts'

/** A response under way, or the socket of a WebSocket: emits `close` when it is over. */
export interface Connection extends Pick<EventEmitter, 'once'> {
  /** Of a response: false while the application has not answered. */
  headersSent?: boolean
  destroy(): unknown
}

/** What is open on behalf of sessions, so that nothing outlives the right to it. */
export interface OpenConnections {
  add(session: Session, connection: Connection): void
  /** A newer cookie of the same session: what is open may stay open as long as that. */
  renew(session: Session): void
  /** The user has signed out: closes all of it at once. */
  closeAllOf(session: Session): void
  /** To be called again and again: closes what is open past its session's end. */
  closeOverdue(): void
}

interface OpenSession {
  expiresAt: number
  connections: Set<Connection>
}

interface OpenConnectionsRules {
  /** For how long something may stay open after its session has ended by itself. */
  graceSeconds: number
  /** For how much longer a request may wait for the beginning of its answer, or still be arriving. */
  answerSeconds: number
  now: () => number
}

export function createOpenConnections(rules: OpenConnectionsRules): OpenConnections {
  const { graceSeconds, answerSeconds, now } = rules
  const sessions = new Map<string, OpenSession>()

  function renew({ id, expiresAt }: Session) {
    const known = sessions.get(id)
    if (known) known.expiresAt = Math.max(known.expiresAt, expiresAt)
    return known
  }

  return {
    add(session, connection) {
      const { id, expiresAt } = session
      const open = renew(session) ?? { expiresAt, connections: new Set() }
      sessions.set(id, open)
      open.connections.add(connection)
      connection.once('close', () => {
        open.connections.delete(connection)
        if (open.connections.size === 0) sessions.delete(id)
      })
    },
    renew: (session) => void renew(session),
    closeAllOf({ id }) {
      for (const connection of sessions.get(id)?.connections ?? []) connection.destroy()
    },
    closeOverdue() {
      const time = now()
      for (const { expiresAt, connections } of sessions.values()) {
        const overdue = time - expiresAt - graceSeconds
        if (overdue < 0) continue
        for (const connection of connections) {
          // The application may have done already what was asked of it in time: the answer to that is
          // let through. Not for ever, because a request whose body never ends would go on as a stream.
          const isDue = connection.headersSent === false && overdue < answerSeconds
          if (!isDue) connection.destroy()
        }
      }
    },
  }
}
