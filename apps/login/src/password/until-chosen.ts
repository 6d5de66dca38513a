import { checkRules } from '@foyer/contract/password'
import type { AccountService } from '../account-service/account-service.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { Screen } from '../sign-in/screen.ts'
import { begin, isBusy, show, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { readLink } from '../sign-in/read-link.ts'

export interface UntilChosenDeps {
  store: SignInStore
  accountService: Pick<AccountService, 'passwordRules' | 'setPassword'>
  tell: TellFailure
  /** The language of the email about the change. */
  shownLanguage: () => Language
}

type NewPasswordScreen = Extract<Screen, { name: 'newPassword' }>

/**
 * Resolves to the new password when the server has set it, after any number of presses.
 *
 * @param key identifies the press. Every press has the same key, because a response may be lost after the server has
 *   used the link.
 * @param changeAccount leaves the account, if its user did not ask for the new password
 */
export async function untilChosen(
  link: string,
  key: string,
  { store, accountService, tell, shownLanguage }: UntilChosenDeps,
  changeAccount?: () => Promise<void>,
): Promise<string> {
  const { email, use } = readLink(link)
  const rules = await accountService.passwordRules(link)
  let attempt = 0

  return new Promise((resolve, reject) => {
    function ask(refusal: NewPasswordScreen['refusal']): void {
      if (refusal !== null) attempt += 1
      const isFirst = use === 'first-password'
      show(
        store,
        { name: 'newPassword', email, isFirst, rules, refusal, attempt },
        { setPassword: (password) => void save(password), changeAccount: changeAccount && leave },
      )
    }

    function leave(): void {
      if (isBusy(store.getState())) return
      begin(store)
      void changeAccount?.()
    }

    async function save(password: string): Promise<void> {
      if (isBusy(store.getState())) return
      if (password === '') return ask('required')
      if (checkRules(rules, password).some(({ isMet }) => !isMet)) return ask('weak')
      begin(store)
      try {
        const request = { link, password, language: shownLanguage() }
        const answer = await accountService.setPassword(request, key)
        if (answer.status === 'changed') resolve(password)
        else ask(answer.reason)
      } catch (error) {
        const say = (failure: RepeatableFailure): void =>
          failure.action === 'retry' ? showError(store, failure) : reject(error)
        tell(error, say, () => void save(password))
      }
    }

    ask(null)
  })
}
