import { labelOf, providers, type SignInMethod } from '@foyer/contract/sign-in-methods'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import type { RunCommand } from '../commands.ts'
import { ContactLine } from '../../layout/contact-line.tsx'
import { Button } from '../../ui/button.tsx'
import type { RememberedAccount } from '../last-account.ts'
import { RememberedChoice } from './remembered-choice.tsx'
import { marks } from '../../ui/provider-marks.tsx'

interface SignInScreenProps {
  methods: readonly SignInMethod[]
  /** The account used last. */
  account: RememberedAccount | null
  lastUsed: SignInMethod | null
  /** The method that is being carried out. */
  picked: SignInMethod | null
  run: RunCommand
}

/**
 * The buttons. Presses and visits only change attributes (`prerendered/prerendered.ts`), because the HTML has the
 * buttons before React is loaded.
 */
export function SignInScreen({ methods, account, lastUsed, picked, run }: SignInScreenProps) {
  const { t } = useTranslation('sign-in')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  // What was pressed here: two buttons lead to the account's provider. A press before React was loaded is not one.
  const [pressed, setPressed] = useState<'account' | 'method' | null>(null)
  const isAsAccount = pressed === 'account'
  const provider = picked === null || picked === 'phone' ? undefined : providers[picked].name
  const badgeOf = (method: SignInMethod): string => `${id}-${method}`

  if (methods.length === 0) {
    return (
      <div>
        <p>{t('signIn.noMethod')}</p>
        <ContactLine />
      </div>
    )
  }
  return (
    <>
      {account && (
        <RememberedChoice
          account={account}
          isBusy={isAsAccount && picked === account.method}
          isIdle={picked !== null}
          onContinue={() => {
            setPressed('account')
            run('continueAs', account)
          }}
          onForget={() => {
            run('forgetAccount')
            list.current?.querySelector('button')?.focus()
          }}
        />
      )}
      <ul ref={list} className="choices">
        {methods.map((method) => (
          <li key={method}>
            <Button
              icon={marks[method]}
              isBusy={picked === method && !isAsAccount}
              isIdle={picked !== null}
              method={method}
              describedBy={method === lastUsed && methods.length > 1 ? badgeOf(method) : undefined}
              onClick={() => {
                setPressed('method')
                run('continueWith', method)
              }}
            >
              {t(`signIn.${labelOf(method)}`)}
            </Button>
            {methods.length > 1 && (
              <span id={badgeOf(method)} className="badge" hidden={method !== lastUsed}>
                {t('signIn.lastUsed')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <output className="visually-hidden">
        {/* The HTML has the sentence before a method is chosen, so it cannot name one. If that was announced, it stays. */}
        <span hidden={provider === undefined}>
          {pressed && provider ? t('signIn.leavingFor', { provider }) : t('signIn.leaving')}
        </span>
      </output>
    </>
  )
}
