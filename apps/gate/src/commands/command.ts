import type { Environment } from '../settings/given-settings.ts'

interface Surroundings {
  print: (text: string) => void
  /** Seconds since 1970. */
  now: () => number
}

/** A command for operators. Throws with a message for them. */
export type Command = (
  args: readonly string[],
  environment: Environment,
  surroundings: Surroundings,
) => Promise<void>
