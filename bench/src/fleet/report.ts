import type { FleetResult } from './run-fleet.ts'

/** What is printed at the end. */
export function reportOf(result: FleetResult): string {
  const { counts, lost, violations, seconds, requestsPerSecond, signInsPerMinute } = result
  const rates = `${requestsPerSecond.toFixed(0)} requests a second and ${signInsPerMinute.toFixed(0)} sign-ins a minute`
  return [
    '',
    `${(seconds / 60).toFixed(1)} minutes with ${rates}`,
    ...[...counts].toSorted(([one], [other]) => one.localeCompare(other)).map(lineOf),
    lineOf(['requests lost because they were in flight at a kill', lost.length]),
    ...lost.map(({ what, reason }) => `          ${what}: ${reason}`),
    '',
    ...violations.map((violation) => `VIOLATION ${violation}`),
    `${violations.length} violations`,
    '',
  ].join('\n')
}

const lineOf = ([what, count]: readonly [string, number]) =>
  `${count.toLocaleString('en').padStart(9)} ${what}`
