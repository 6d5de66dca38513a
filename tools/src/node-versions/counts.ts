import { otherMajors } from './find-node.ts'

/** The tests that `every-node` in vitest.config.ts runs on the other versions. */
const isOnEveryNode = (file: string): boolean =>
  /[\\/](?:apps[\\/](?:gate|server)|packages[\\/](?:contract|iap-sign-in|node|tracing))[\\/]src[\\/]/.test(
    file,
  )

/**
 * A line for each version of Node, with the passed tests of the server, the gate, the engine and the packages with their code.
 *
 * @param countIn counts the passed tests in a report of this run
 */
export function passedOnNode(
  countIn: (report: string, isCounted: (file: string) => boolean) => number,
): string[] {
  const passedIn = (report: string): number => countIn(report, isOnEveryNode)
  const [running = ''] = process.versions.node.split('.')
  const counts = [
    { major: Number(running), passed: passedIn('unit.json') + passedIn('integration.json') },
    ...otherMajors.map((major) => ({ major, passed: passedIn(`node-${major}.json`) })),
  ]
  return counts
    .toSorted((one, other) => one.major - other.major)
    .map(({ major, passed }) => `Node ${major}: ${passed} passed`)
}
