export { Authentication, type AuthenticationOptions } from './authentication.ts'
export { browserPorts, isMobile } from './browser.ts'
export { isOfTenant } from './handler.ts'
export type {
  Auth,
  AuthenticationHandler,
  ProjectConfig,
  SelectedTenantInfo,
  User,
  UserCredential,
} from './handler.ts'
export type { Clock, KeyValueStore, Page, Ports } from './ports.ts'
export { type Refusal, refusalWords, SignInError } from './sign-in-error.ts'
export { tenantIdOf } from './sign-in-request.ts'
export { codeOfStatus } from './wire-error.ts'
