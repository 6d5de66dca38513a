import type { Choice, Failure, Never } from '../page-script.ts'
import { FakeAuth, FakeUser, refusal } from './fake-auth.ts'
import { record, script } from './record.ts'

/** The errors that reached the caller; events refer to them by index. */
export const errors: unknown[] = []

export function nameOf(error: unknown): string {
  if (!errors.includes(error)) errors.push(error)
  return `error ${errors.indexOf(error)}`
}

/** The handler of a page. It follows the page's script and records each call. */
export function createHandler(): object {
  if (script.brokenHandler) return { getAuth: 'not a function' }
  const auths = new Map<string, FakeAuth>()
  let signIns = 0
  let selections = 0

  const handler: Record<string, unknown> = {
    getAuth(apiKey: string, tenantId: string | null) {
      record(`handler getAuth ${JSON.stringify(apiKey)} ${JSON.stringify(tenantId)}`)
      if (script.getAuth) throw refusal(script.getAuth.fails)
      const name = tenantId ?? 'project'
      const auth =
        auths.get(name) ??
        new FakeAuth(
          script.authApiKey ?? apiKey,
          tenantId,
          script.signedIn?.[name],
          script.signOut?.fails,
        )
      auths.set(name, auth)
      return auth
    },
    async startSignIn(auth: FakeAuth, hint?: object) {
      record(`handler startSignIn ${auth.toString()} ${inOrder(hint)}`)
      const account = await next(script.credentials ?? [{}], signIns++)
      const user = new FakeUser(`${auth.tenantId ?? 'project'} new`, account, auth.tenantId)
      auth.currentUser = user
      return { user, operationType: 'signIn', providerId: 'google.com' }
    },
    async selectTenant(project: unknown, tenantIds: string[]) {
      record(`handler selectTenant ${JSON.stringify(project)} ${JSON.stringify(tenantIds)}`)
      const first: Choice = { tenantId: tenantIds[0] ?? null }
      return next(script.choices ?? [first], selections++)
    },
    async processUser(user: FakeUser) {
      record(`handler processUser ${user.toString()}`)
      const processed = script.processed
      if (!processed) return user
      if ('fails' in processed) throw refusal(processed.fails)
      return new FakeUser('processed', processed, user.tenantId)
    },
    async completeSignOut() {
      record('handler completeSignOut')
      if (script.completeSignOut) throw refusal(script.completeSignOut.fails)
    },
    showProgressBar: () => record('handler showProgressBar'),
    hideProgressBar: () => record('handler hideProgressBar'),
    handleError: (error: unknown) => record(`handler handleError ${nameOf(error)}`),
  }
  for (const method of script.without ?? []) delete handler[method]
  Object.defineProperty(handler, 'languageCode', {
    set(code: unknown) {
      record(`handler languageCode ${JSON.stringify(code)}`)
    },
  })
  return handler
}

/** JSON with sorted keys, because the order of keys has no meaning. */
function inOrder(value: object | undefined): string {
  return JSON.stringify(
    value && Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
}

async function next<T extends object>(
  answers: readonly (T | Failure | Never)[],
  call: number,
): Promise<T> {
  const answer = answers[Math.min(call, answers.length - 1)] ?? 'never'
  if (answer === 'never') return new Promise(() => {})
  if ('fails' in answer) throw refusal(answer.fails)
  return answer
}
