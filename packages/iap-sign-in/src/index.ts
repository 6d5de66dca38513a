export { Authentication, type AuthenticationOptions } from './authentication.ts'
export { browserPorts, isMobile } from './browser.ts'
export { requestTimeout } from './http/http.ts'
export { isOfTenant } from './ports/handler.ts'
export type {
  Auth,
  AuthenticationHandler,
  ProjectConfig,
  SelectedTenantInfo,
  User,
  UserCredential,
} from './ports/handler.ts'
export type { Clock, KeyValueStore, Page, Ports } from './ports/ports.ts'
export { type Refusal, refusalWords, SignInError } from './errors/sign-in-error.ts'
export { tenantIdOf } from './request/tenant-id.ts'
export { codeOfStatus } from './redirect-server/wire-error.ts'
