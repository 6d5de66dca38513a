/** The folders with their own tsconfig.json. The order does not matter. */
export const typeChecked = [
  'packages/contract',
  'packages/design',
  'packages/iap-sign-in',
  'packages/messages',
  'packages/node',
  'packages/tracing',
  'packages/test-services',
  'apps/login',
  'apps/server',
  'apps/gate',
  'claims',
  'local',
  'e2e',
  'tools',
  'bench',
  'mutation',
] as const
