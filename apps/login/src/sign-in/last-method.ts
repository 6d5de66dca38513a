import type { SignInMethod } from '@foyer/contract/config'
import type { SafeStorage } from '../browser/safe-storage.ts'

const storageKey = 'foyer:last-method'
const methods: readonly SignInMethod[] = ['google.com', 'microsoft.com', 'phone']

/** The method this browser used last, marked among the buttons. */
export interface LastMethod {
  recall: () => SignInMethod | null
  remember: (method: SignInMethod) => void
}

export function createLastMethod(storage: SafeStorage): LastMethod {
  return {
    recall: () => methods.find((method) => method === storage.read(storageKey)) ?? null,
    remember: (method) => void storage.write(storageKey, method),
  }
}
