export interface TableVersion {
  /** The oldest version of these tables whose gates can still work with this one. */
  worksSince: number
  sql: string
}

/**
 * Versions 1, 2, … of the tables. Never edit a released one; correct it with a new one. Decision 32 says what a version
 * may change.
 */
export const tableVersions: readonly TableVersion[] = [
  {
    worksSince: 1,
    // `gate` is the public origin of a gate. Gates of several applications may share a database, and must not accept
    // each other's sessions.
    sql: `
      create table gate_spent (
        gate text not null,
        id text not null,
        expires_at timestamptz not null,
        primary key (gate, id)
      );
      create index gate_spent_expires_at on gate_spent (expires_at);
      create table gate_ended_sessions (
        gate text not null,
        session_id text not null,
        expires_at timestamptz not null,
        written_by xid8 not null default pg_current_xact_id(),
        primary key (gate, session_id)
      );
      create index gate_ended_sessions_written_by on gate_ended_sessions (gate, written_by);
      create index gate_ended_sessions_expires_at on gate_ended_sessions (expires_at);
      create table gate_keys (
        gate text not null,
        kid text not null,
        content text not null,
        primary key (gate, kid)
      )`,
  },
]
