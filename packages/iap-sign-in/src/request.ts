export { isOfProject } from './project/of-project.ts'
export {
  identityToolkitOrigin,
  isAuthorized,
  parseProject,
  type Project,
  projectLookupUrl,
} from './project/project.ts'
export { parseSignInRequest } from './request/sign-in-request.ts'
export type { LoginRequest, SignInRequest } from './request/sign-in-request.ts'
