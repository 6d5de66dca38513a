export { isOfProject } from './of-project.ts'
export { parseProject, type Project, projectLookupAddress } from './project.ts'
export { parseSignInRequest, tenantIdOf } from './sign-in-request.ts'
export type { LoginRequest, SignInRequest } from './sign-in-request.ts'
