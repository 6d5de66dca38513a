/** The folders with a tsconfig.json of their own, in no order that matters. */
export const typeChecked = [
  'packages/contract',
  'packages/iap-sign-in',
  'packages/messages',
  'packages/node',
  'packages/test-services',
  'apps/login',
  'apps/server',
  'apps/gate',
  'claims',
  'local',
  'e2e',
  'tools',
  'bench',
] as const
