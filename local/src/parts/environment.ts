const OURS = /^(?:(?:FOYER|GATE|FIREBASE|GOOGLE|GCLOUD)_|DATABASE_URL$)/

/** The settings of a part are ours alone: what a developer's shell sets for another project stays out. */
export function partEnvironment(
  env: NodeJS.ProcessEnv,
  settings: Record<string, string>,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => !OURS.test(name))
  return { ...Object.fromEntries(inherited), ...settings }
}
