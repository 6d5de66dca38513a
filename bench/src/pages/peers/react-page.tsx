import { getApps, initializeApp } from 'firebase-modular/app'
import {
  GoogleAuthProvider,
  OAuthProvider,
  getAuth as authOf,
  onAuthStateChanged,
  signInWithRedirect,
} from 'firebase-modular/auth'
import type { Auth, AuthProvider } from 'firebase-modular/auth'
import { Authentication } from 'gcip-iap'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// As a team would write it today with the library's guide: one bundle that includes the configuration,
// and a page that renders the calls to the library's handler.

interface Step {
  readonly screen: 'loading' | 'buttons' | 'failure'
  readonly auth?: Auth
}

const authDomain = 'bench-project.firebaseapp.com'

function SignInPage() {
  const [step, setStep] = useState<Step>({ screen: 'loading' })

  useEffect(() => {
    const handler = {
      getAuth(apiKey: string, tenantId: string | null) {
        const name = tenantId ?? '[DEFAULT]'
        const app =
          getApps().find((app) => app.name === name) ?? initializeApp({ apiKey, authDomain }, name)
        const auth = authOf(app)
        auth.tenantId = tenantId
        return auth
      },
      startSignIn: (auth: Auth) =>
        new Promise((resolve) => {
          setStep({ screen: 'buttons', auth })
          onAuthStateChanged(auth, (user) => user && resolve({ user }))
        }),
      completeSignOut: () => Promise.resolve(),
      showProgressBar() {},
      hideProgressBar() {},
      handleError: () => setStep({ screen: 'failure' }),
    }
    new Authentication(handler).start().catch(() => setStep({ screen: 'failure' }))
  }, [])

  if (step.screen === 'loading') return <p>Just a moment</p>
  if (step.screen === 'failure') return <p role="alert">Something went wrong</p>
  const { auth } = step
  const signIn = (provider: AuthProvider) => auth && void signInWithRedirect(auth, provider)
  return (
    <main>
      <h1>Sign in</h1>
      <button className="google" onClick={() => signIn(new GoogleAuthProvider())}>
        Continue with Google
      </button>
      <button className="microsoft" onClick={() => signIn(new OAuthProvider('microsoft.com'))}>
        Continue with Microsoft
      </button>
      <button className="phone">Continue with phone</button>
    </main>
  )
}

const place = document.querySelector('#root')
if (place) createRoot(place).render(<SignInPage />)
