import type { Page } from 'playwright-core'
import { apiKey, projectNumber, tid } from './urls.ts'

const uid = 'bench-user'
const email = 'user@example.com'

/** An unsigned token: the services of the bench accept every token. */
export function idToken(ageSeconds: number): string {
  const issued = Math.floor(Date.now() / 1000) - ageSeconds
  const claims = {
    iss: 'https://securetoken.google.com/bench-project',
    aud: 'bench-project',
    auth_time: issued,
    iat: issued,
    exp: issued + 3600,
    sub: uid,
    user_id: uid,
    email,
    email_verified: true,
    firebase: { identities: {}, sign_in_provider: 'google.com' },
  }
  const parts = [{ alg: 'RS256', kid: 'bench', typ: 'JWT' }, claims, { signature: 'x'.repeat(190) }]
  return parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}

/** The account as the identity service returns it. */
export function accountRecord() {
  const signedInAt = String(Date.now() - 600_000)
  return {
    localId: uid,
    email,
    emailVerified: true,
    providerUserInfo: [{ providerId: 'google.com', rawId: '1', email, federatedId: '1' }],
    createdAt: signedInAt,
    lastLoginAt: signedInAt,
    validSince: '0',
  }
}

/**
 * Writes what an earlier sign-in leaves in the storage of a page's origin: the account, with a token of
 * this age, and its tenant in the list of signed-in tenants.
 *
 * @param page shows a document of that origin
 */
export async function rememberAccount(
  page: Page,
  appName: string,
  tokenAgeSeconds: number,
): Promise<void> {
  const account = {
    uid,
    email,
    emailVerified: true,
    isAnonymous: false,
    providerData: [
      {
        providerId: 'google.com',
        uid: '1',
        displayName: null,
        email,
        phoneNumber: null,
        photoURL: null,
      },
    ],
    stsTokenManager: {
      refreshToken: 'bench-refresh-token',
      accessToken: idToken(tokenAgeSeconds),
      expirationTime: Date.now() + (3600 - tokenAgeSeconds) * 1000,
    },
    createdAt: accountRecord().createdAt,
    lastLoginAt: accountRecord().lastLoginAt,
    apiKey,
    appName,
  }
  await page.evaluate(
    async ({ account, key, list, tid }) => {
      localStorage.setItem(list, JSON.stringify([tid]))
      const open = indexedDB.open('firebaseLocalStorageDb', 1)
      open.addEventListener('upgradeneeded', () => {
        open.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' })
      })
      await new Promise((resolve, reject) => {
        open.addEventListener('error', reject)
        open.addEventListener('success', () => {
          const put = open.result.transaction('firebaseLocalStorage', 'readwrite')
          put.objectStore('firebaseLocalStorage').put({ fbase_key: key, value: account })
          put.addEventListener('error', reject)
          put.addEventListener('complete', resolve)
        })
      })
      open.result.close()
    },
    {
      account,
      key: `firebase:authUser:${apiKey}:${appName}`,
      list: `ciap:auth-tenants:${projectNumber}`,
      tid,
    },
  )
}
