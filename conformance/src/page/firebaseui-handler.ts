import { auth as firebaseui } from 'firebaseui'
import { nameOf } from './handler.ts'
import { record } from './record.ts'

/** FirebaseUI's own handler, as a page sets it up, with its calls recorded. */
export function createFirebaseUiHandler(): object {
  const root = document.body.appendChild(document.createElement('main'))
  const signInOptions = [{ provider: 'password', requireDisplayName: false }, 'google.com']
  const handler = new firebaseui.FirebaseUiHandler(root, {
    'demo-api-key': {
      authDomain: location.host,
      displayMode: 'optionFirst',
      tenants: {
        'acme-1a2b3': { displayName: 'Acme', signInOptions },
        'globex-4c5d6': { displayName: 'Globex', signInOptions },
      },
    },
  })
  return new Proxy(handler, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const error = name === 'handleError' ? ` ${nameOf(args[0])}` : ''
        record(`handler ${String(name)}${error}`)
        return Reflect.apply(member, target, args) as unknown
      }
    },
    set(target, name, value) {
      record(`handler ${String(name)} = ${JSON.stringify(value)}`)
      return Reflect.set(target, name, value)
    },
  })
}
