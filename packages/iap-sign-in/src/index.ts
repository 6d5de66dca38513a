export { Authentication, type AuthenticationOptions } from './authentication.ts'
export { browserRuntime, isMobile } from './browser.ts'
export { requestTimeout } from './http/http.ts'
export { isOfTenant } from './interfaces/handler.ts'
export type {
  Auth,
  AuthenticationHandler,
  ProjectConfig,
  SelectedTenantInfo,
  User,
  UserCredential,
} from './interfaces/handler.ts'
export type { Clock, KeyValueStore, Page, Runtime } from './interfaces/runtime.ts'
export {
  type CIAPError,
  type Refusal,
  refusalMessage,
  SignInError,
} from './errors/sign-in-error.ts'
export { tenantIdOf } from './request/tenant-id.ts'
export { codeOfStatus } from './redirect-server/wire-error.ts'
