import type { HttpAnswer } from '../http/http.ts'
import { isRecord } from '../http/json.ts'
import { type Refusal, SignInError } from '../errors/sign-in-error.ts'

/** The codes of HTTP statuses (G6). If several codes have one status, it is the one that a client can act on. */
const codesByStatus: ReadonlyMap<number, string> = new Map([
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [409, 'aborted'],
  [429, 'resource-exhausted'],
  [499, 'cancelled'],
  [500, 'internal'],
  [501, 'not-implemented'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
])

/** The code of a status, for a response without a code. Null if the status has none (G6). */
export function codeOfStatus(status: number): string | null {
  return codesByStatus.get(status) ?? null
}

/** The proxy's error numbers, as they appear in its texts. */
const proxyStatuses: ReadonlyMap<string, string> = new Map([
  ['8', 'AUTHENTICATION_URI_FAIL'],
  ['37', 'GCIP_TOKEN_INVALID'],
  ['38', 'RESOURCE_MISSING_GCIP_SIGN_IN_URL'],
  ['39', 'GCIP_REDIRECT_INVALID'],
  ['40', 'GET_PROJECT_MAPPING_FAIL'],
  ['41', 'GCIP_ID_TOKEN_ENCRYPTION_ERROR'],
  ['42', 'GCIP_ID_TOKEN_DECRYPTION_ERROR'],
  ['43', 'GCIP_ID_TOKEN_UNESCAPE_ERROR'],
])

const keyRefusals = new Set<unknown>(['API_KEY_INVALID', 'keyInvalid'])
const statusName = /^[a-z][a-z\d_]{0,63}$/i

/** The error of a project lookup: `{ error: { message: 'CODE : detail', status? } }`. */
export function lookupError(answer: HttpAnswer): SignInError {
  const { message, status, ...rest } = errorIn(answer)
  const text = typeof message === 'string' ? message : ''
  const refusal = isKeyRefused(text, rest) ? 'api-key-refused' : undefined
  if (typeof status === 'string') return coded(answer, status, text, refusal)
  const [name = '', detail = ''] = text.split(':', 2).map((part) => part.trim())
  return statusName.test(name)
    ? coded(answer, name, detail, refusal)
    : coded(answer, '', text, refusal)
}

/** The error of an exchange or session info: `{ error: { status, message, details: [{ detail }] } }`. */
export function redirectServerError(answer: HttpAnswer): SignInError {
  const { status, message, details } = errorIn(answer)
  if (typeof status !== 'string') return coded(answer, '', '')
  // The state is too old or was used. Only the application can start a new sign-in.
  if (
    status === 'FAILED_PRECONDITION' &&
    typeof message === 'string' &&
    /restart\sthe\sauthentication\sprocess/.test(message)
  ) {
    return coded(answer, 'RESTART_PROCESS', message)
  }
  const first: unknown = Array.isArray(details) ? details[0] : undefined
  const detail = isRecord(first) && typeof first['detail'] === 'string' ? first['detail'] : ''
  return coded(answer, status, detail)
}

/**
 * The error of a cookie call: a text with `Error N code`. Any other text is another server's page, and is not passed
 * on.
 */
export function cookieError(answer: HttpAnswer): SignInError {
  const text = typeof answer.body === 'string' ? answer.body : ''
  const number = /Error\s(\d+)\scode/.exec(text)?.[1]
  if (number === undefined) return coded(answer, '', '')
  return coded(answer, proxyStatuses.get(number) ?? '', text)
}

function coded(
  answer: HttpAnswer,
  status: string,
  message: string,
  refusal?: Refusal,
): SignInError {
  const named = statusName.test(status) ? status.toLowerCase().replaceAll('_', '-') : null
  const code = named ?? codeOfStatus(answer.status) ?? 'unknown'
  return new SignInError(code, message || `The server answered ${answer.status}: ${code}.`, {
    httpErrorCode: answer.status,
    refusal,
  })
}

function errorIn({ body }: HttpAnswer): Record<string, unknown> {
  return isRecord(body) && isRecord(body['error']) ? body['error'] : {}
}

/** G3 needs to know whether the key was refused, and the service has three ways to say so. */
function isKeyRefused(message: string, error: Record<string, unknown>): boolean {
  if (message.startsWith('API key not valid')) return true
  return [error['details'], error['errors']]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .some((entry) => isRecord(entry) && keyRefusals.has(entry['reason']))
}
