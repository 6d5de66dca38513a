import type { AppSecret, Enrolment } from '../identity/second-factor.ts'
import type { EnrolmentStep } from '../sign-in/screen.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createAppCodeCheck } from './app-code-check.ts'
import type { FactorView } from './factor-view.ts'

type NewAppStep = Extract<EnrolmentStep, { name: 'newApp' }>

export interface NewAppDeps extends FactorView {
  store: SignInStore
  enrolment: Pick<Enrolment, 'account' | 'createSecret' | 'confirmApp'>
  /** The name of this product in the app. */
  issuer: string
  /** The name of the factor, unless the user gives it another. */
  defaultName: string
  /** Fetches the script that draws QR codes. */
  drawQrCode: (text: string) => Promise<NewAppStep['qr']>
  /** Not set if there is no other factor. */
  backToFactors: (() => void) | undefined
  /** Whether the user still adds an app. */
  isChosen: () => boolean
}

/** Adds an authenticator app: shows its secret, and asks for a code of it. */
export function createNewApp(deps: NewAppDeps) {
  const { enrolment } = deps
  const verify = createAppCodeCheck({
    ...deps,
    confirm: (code) => enrolment.confirmApp(code, name?.trim() || deps.defaultName),
    refuse: showSecret,
  })
  let shown: Pick<NewAppStep, 'secret' | 'url' | 'qr'> | null = null
  let name: string | null = null
  let attempt = 0

  /** The secret stays the same when the user comes back to this step, because an app may have it already. */
  async function prepare(): Promise<NonNullable<typeof shown>> {
    const secret = await enrolment.createSecret()
    const url = urlOf(secret, deps.issuer, enrolment.account)
    const qr = await deps.drawQrCode(url).catch(() => null)
    return { secret: secret.key, url, qr }
  }

  function showSecret(error: NewAppStep['error']): void {
    if (!shown || !deps.isChosen()) return
    if (error !== null) attempt += 1
    deps.showStep(
      { name: 'newApp', appName: name, ...shown, error, attempt },
      {
        verifyCode: (code) => void verify(code),
        nameFactor: (edited) => (name = edited),
        backToFactors: deps.backToFactors,
      },
    )
  }

  return {
    async start(): Promise<void> {
      shown ??= await prepare()
      showSecret(null)
    },
  }
}

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
function urlOf({ key, algorithm, digits, period }: AppSecret, issuer: string, account: string) {
  const label = [issuer, account].map(encodeURIComponent).join(':')
  // Apps read a plus as a plus, so spaces must not become one.
  const parameters = Object.entries({ secret: key, issuer, algorithm, digits, period })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return `otpauth://totp/${label}?${parameters}`
}
