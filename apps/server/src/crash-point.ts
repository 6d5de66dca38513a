/** Where a process may be made to die, in the order in which a newcomer's way leads past. */
export type CrashPoint =
  | 'registration-asked'
  | 'registration-recorded'
  | 'account-created'
  | 'claims-set'
  | 'registration-finished'
  | 'mail-taken'
  | 'mail-accepted'
  | 'welcome-begun'
  | 'welcome-kept'
  | 'welcome-announced'
  | 'welcome-recorded'
  | 'welcome-cleared'

const chosen =
  process.env['FOYER_MODE'] === 'local' ? process.env['FOYER_LOCAL_CRASH_AT'] : undefined

/** Ends the process as a power cut would when it was told to, so that a test can see what is left. */
export function reached(point: CrashPoint): void {
  if (point === chosen) process.kill(process.pid, 'SIGKILL')
}
