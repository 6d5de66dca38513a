const OURS = /^(?:(?:FOYER|GATE|FIREBASE|GOOGLE|GCLOUD)_|DATABASE_URL$)/

/**
 * The environment of a part. It does not include variables that a developer's shell has set for another
 * project.
 */
export function partEnvironment(
  env: NodeJS.ProcessEnv,
  settings: Record<string, string>,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => !OURS.test(name))
  return { ...Object.fromEntries(inherited), ...settings }
}
