import { checkRules } from '@foyer/contract/password'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { Screen } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from './password-field.tsx'

type NewPassword = Extract<Screen, { name: 'newPassword' }>

interface NewPasswordScreenProps extends Omit<NewPassword, 'name'> {
  isBusy: boolean
  run: RunCommand
  /** The URL for a user who keeps the old password. Null if it must be replaced. */
  applicationUrl: string | null
}

/** The conditions are shown before the password is typed, and each one that is met is marked while it is typed. */
export function NewPasswordScreen(props: NewPasswordScreenProps) {
  const { email, rules, refusal, attempt, isFirst, isBusy, run, applicationUrl } = props
  const { t } = useTranslation('password')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')

  useLayoutEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (attempt > 0) field.current?.select()
  }, [attempt])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current) run('setPassword', field.current.value)
  }

  const error = refusal === 'required' ? t('required') : refusal && t(`refused.${refusal}`)
  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      {/* Password managers store the password under this name. Users read it above the form. */}
      <input
        className="visually-hidden"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        ref={field}
        label={t('new')}
        autoComplete="new-password"
        error={error ?? undefined}
        attempt={attempt}
        describedBy={`${id}-rules`}
        onInput={() => setTyped(field.current?.value ?? '')}
      >
        <div id={`${id}-rules`} className="password-rules">
          <p>{t('rules')}</p>
          <ul>
            {checkRules(rules, typed).map(({ name, count = 0, isMet }) => (
              <li key={name} className={isMet ? 'is-met' : undefined}>
                <span>{t(`rule.${name}`, { count })}</span>{' '}
                <span className="visually-hidden">{`(${t(isMet ? 'met' : 'unmet')})`}</span>
              </li>
            ))}
          </ul>
        </div>
      </PasswordField>
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('save')}
      </Button>
      {isFirst && (
        <Button kind="quiet" isIdle={isBusy} onClick={() => run('changeAccount')}>
          {t('otherAccount')}
        </Button>
      )}
      {!isFirst && applicationUrl !== null && (
        <a className="button button-quiet" href={applicationUrl}>
          {t('cancel')}
        </a>
      )}
      <output className="visually-hidden">{isBusy && t('saving')}</output>
    </form>
  )
}
