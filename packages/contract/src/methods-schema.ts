import * as v from 'valibot'
import { image, shortText, text } from './branding-values.ts'
import { idOf, isMethod, isProvider } from './sign-in-methods.ts'
import type { Method, ProviderMethod, SignInMethod } from './sign-in-methods.ts'

const provider = v.custom<ProviderMethod>(
  (id) => typeof id === 'string' && isProvider(id),
  'must be the id of a provider: other methods have no settings',
)

const settings = v.object({
  provider,
  label: v.exactOptional(v.object({ en: shortText, tr: shortText })),
  icon: v.exactOptional(image),
  scopes: v.exactOptional(v.array(text, 'must be a list')),
  customParameters: v.exactOptional(v.record(text, text, 'must map names to texts')),
  loginHintKey: v.exactOptional(text),
  languageParameter: v.exactOptional(text),
  immediate: v.exactOptional(v.boolean('must be true or false')),
})

const id = v.custom<SignInMethod>(
  (method) => typeof method === 'string' && isMethod(method),
  'must be phone, password, emailLink or a provider id',
)

// Not a union, whose errors would not say which key is wrong.
const method = v.lazy((given) => (given instanceof Object ? settings : id))

export function isValidMethod(given: unknown): given is Method {
  return v.is(method, given)
}

/** The sign-in methods of a deployment or a tenant, in the order of their buttons. */
export const methods = v.pipe(
  v.array(method, 'must be a list'),
  v.minLength(1, 'must not be empty'),
  v.check((list) => new Set(list.map(idOf)).size === list.length, 'must name each method once'),
)
