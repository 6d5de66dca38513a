import type { SignInMethod } from '@foyer/contract/config'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import { Button } from '../../ui/button.tsx'
import { GoogleMark, MicrosoftMark, PhoneMark } from '../../ui/provider-marks.tsx'

interface SignInScreenProps {
  methods: readonly SignInMethod[]
  lastUsed: SignInMethod | null
  /** A method is under way. */
  isBusy: boolean
  onContinue: (method: SignInMethod) => void
}

const marks: Record<SignInMethod, ReactNode> = {
  'google.com': <GoogleMark />,
  'microsoft.com': <MicrosoftMark />,
  phone: <PhoneMark />,
}

const labels = {
  'google.com': 'signIn.google',
  'microsoft.com': 'signIn.microsoft',
  phone: 'signIn.phone',
} as const

export function SignInScreen({ methods, lastUsed, isBusy, onContinue }: SignInScreenProps) {
  const { t } = useTranslation('sign-in')
  const [picked, setPicked] = useState<SignInMethod | null>(null)
  const badge = useId()

  if (methods.length === 0) return <p>{t('signIn.noMethod')}</p>
  return (
    <>
      <ul className="choices">
        {methods.map((method) => (
          <li key={method}>
            <Button
              icon={marks[method]}
              isBusy={isBusy && picked === method}
              isIdle={isBusy}
              describedBy={method === lastUsed ? badge : undefined}
              onClick={() => {
                setPicked(method)
                onContinue(method)
              }}
            >
              {t(labels[method])}
            </Button>
            {method === lastUsed && methods.length > 1 && (
              <span id={badge} className="badge">
                {t('signIn.lastUsed')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <output className="visually-hidden">
        {isBusy && picked !== 'phone' && t('signIn.leaving')}
      </output>
    </>
  )
}
