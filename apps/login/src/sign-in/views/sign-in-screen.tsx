import { isProvider, nameOf, settingsOf } from '@foyer/contract/sign-in-methods'
import type { Method, SignInMethod } from '@foyer/contract/sign-in-methods'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import type { RunCommand } from '../commands.ts'
import { ContactLine } from '../../layout/contact-line.tsx'
import { Button } from '../../ui/button.tsx'
import type { RememberedAccount } from '../last-account.ts'
import { RememberedChoice } from './remembered-choice.tsx'
import { ProviderMark } from '../../ui/provider-mark.tsx'

interface SignInScreenProps {
  methods: readonly SignInMethod[]
  /** The methods as the config has them. */
  configured: readonly Method[]
  /** The account used last. */
  account: RememberedAccount | null
  lastUsed: string | null
  /** The method that is being carried out. */
  picked: SignInMethod | null
  run: RunCommand
}

/**
 * The buttons. Presses and visits only change attributes (`prerendered/prerendered.ts`), because the HTML has the
 * buttons before React is loaded.
 */
export function SignInScreen(props: SignInScreenProps) {
  const { methods, configured, account, lastUsed, picked, run } = props
  const { t, language } = useTranslation('sign-in')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  // What was pressed here: two buttons lead to the account's provider. A press before React was loaded is not one.
  const [pressed, setPressed] = useState<'account' | 'method' | null>(null)
  const isAsAccount = pressed === 'account'
  const nameIn = (method: SignInMethod) => nameOf(method, configured, language) ?? method
  const provider = picked && isProvider(picked) ? nameIn(picked) : null
  // Of more than four, three have buttons at once, and the others are behind "More options".
  const shown = methods.length > 4 ? 3 : 4

  const choiceOf = (method: SignInMethod) => (
    <Choice
      key={method}
      method={method}
      label={
        isProvider(method)
          ? t('signIn.provider', { provider: nameIn(method) })
          : t(`signIn.${method}`)
      }
      icon={settingsOf(method, configured)?.icon}
      badge={methods.length > 1 ? `${id}-${method}` : undefined}
      isLastUsed={method === lastUsed}
      isBusy={picked === method && !isAsAccount}
      isIdle={picked !== null}
      onPress={() => {
        setPressed('method')
        run('continueWith', method)
      }}
    />
  )

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
        {methods.slice(0, shown).map(choiceOf)}
      </ul>
      {shown < methods.length && (
        // Before React is loaded, the user may have opened it, or the script in the HTML. React leaves it open.
        <details open={methods.findIndex((method) => method === lastUsed) >= shown}>
          <summary className="button button-quiet">{t('signIn.more')}</summary>
          <ul className="choices">{methods.slice(shown).map(choiceOf)}</ul>
        </details>
      )}
      <output className="visually-hidden">
        {/* The HTML has the sentence before a method is chosen, so it cannot name one. If that was announced, it stays. */}
        <span hidden={provider === null}>
          {pressed && provider ? t('signIn.leavingFor', { provider }) : t('signIn.leaving')}
        </span>
      </output>
    </>
  )
}

interface ChoiceProps {
  method: SignInMethod
  label: string
  icon: string | undefined
  /** The id of its badge, if it has one. */
  badge: string | undefined
  isLastUsed: boolean
  isBusy: boolean
  isIdle: boolean
  onPress: () => void
}

/** The button of a method, and the badge of the one used last. */
function Choice({ method, label, icon, badge, isLastUsed, isBusy, isIdle, onPress }: ChoiceProps) {
  const { t } = useTranslation('sign-in')
  return (
    <li>
      <Button
        icon={<ProviderMark method={method} icon={icon} />}
        isBusy={isBusy}
        isIdle={isIdle}
        method={method}
        describedBy={isLastUsed ? badge : undefined}
        onClick={onPress}
      >
        {label}
      </Button>
      {badge && (
        <span id={badge} className="badge" hidden={!isLastUsed}>
          {t('signIn.lastUsed')}
        </span>
      )}
    </li>
  )
}
