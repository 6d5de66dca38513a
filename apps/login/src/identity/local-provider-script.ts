import { CodedError } from '../errors/coded-error.ts'

/** The local stack's stand-in for Google's `api.js`. */
const path = '/local/gapi.js'

/**
 * Redirect and pop-up load a script from Google unless `gapi` is defined. With an emulator, the local stack serves a
 * stand-in, so that both work without a network. Otherwise there is nothing to do.
 */
export function createLocalProviderScript(emulatorUrl: string | undefined): () => Promise<void> {
  let loading: Promise<void> | null = null
  return () => {
    if (emulatorUrl === undefined) return Promise.resolve()
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = path
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => {
        loading = null
        script.remove()
        reject(new CodedError('auth/network-request-failed'))
      })
      document.head.append(script)
    })
    return loading
  }
}
