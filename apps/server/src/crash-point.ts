import { readFileSync } from 'node:fs'

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

/** Holds the name of the point, or nothing as long as the process is to live. */
const file =
  process.env['FOYER_MODE'] === 'local' ? process.env['FOYER_LOCAL_CRASH_FILE'] : undefined

/** Ends the process as a power cut would when it was told to, so that a test can see what is left. */
export function reached(point: CrashPoint): void {
  if (file !== undefined && readFileSync(file, 'utf8') === point)
    process.kill(process.pid, 'SIGKILL')
}
