import type { Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { CommandHandlers } from './commands.ts'
import type { LastAccount, RememberedAccount } from './last-account.ts'
import type { LastMethod } from './last-method.ts'
import { namedTenant } from './named-tenant.ts'
import type { Notice, SignInButtons } from './screen.ts'
import type { StepHistory } from './step-history.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'
import type { NotedChoice } from './tenant-choice.ts'

/** Shows the sign-in buttons, or the steps of a method in their place. */
export interface MethodsView {
  showMethods: (failure: RepeatableFailure | null) => void
  showStep: (step: SignInButtons['step'], handlers: CommandHandlers) => void
  /** Shows a notice above the buttons. It stays until another one replaces it. */
  showNotice: (notice: Notice, handlers: CommandHandlers, failure: RepeatableFailure | null) => void
}

interface MethodsViewDeps {
  store: SignInStore
  config: Config
  tenantId: string | null
  methods: readonly SignInMethod[]
  lastMethod: Pick<LastMethod, 'recall'>
  inApp: InAppBrowser | null
  stepHistory: Pick<StepHistory, 'show'>
  tenantChoice: Pick<NotedChoice, 'isNoted'>
  lastAccount: Pick<LastAccount, 'recall' | 'forget'>
  /** What the application knows about the user. */
  hint: SelectedTenantInfo | undefined
}

/** @param commands of the buttons */
export function createMethodsView(deps: MethodsViewDeps, commands: CommandHandlers): MethodsView {
  const { store, config, tenantId, methods, lastMethod, inApp, stepHistory } = deps
  /** If the application names another user, the account used last is not offered. */
  function rememberedAccount(): RememberedAccount | null {
    if (config.rememberAccount === false || deps.hint?.email !== undefined) return null
    const account = deps.lastAccount.recall(tenantId)
    return account && methods.includes(account.method) ? account : null
  }

  let notice: Notice | null = null
  let noticeHandlers: CommandHandlers = {}

  function showButtons(
    step: SignInButtons['step'],
    handlers: CommandHandlers,
    failure: RepeatableFailure | null,
  ): void {
    const buttons: SignInButtons = {
      name: 'signInButtons',
      methods,
      lastUsed: lastMethod.recall(),
      tenant: namedTenant(config, tenantId),
      account: rememberedAccount(),
      canChangeTenant: deps.tenantChoice.isNoted(),
      inApp: methods.includes('google.com') ? inApp : null,
      step,
      notice,
    }
    show(store, buttons, handlers, failure)
  }

  function forgetAccount(): void {
    deps.lastAccount.forget()
    showMethods(null)
  }

  function showMethods(failure: RepeatableFailure | null): void {
    showButtons({ name: 'methods' }, { ...noticeHandlers, ...commands, forgetAccount }, failure)
    stepHistory.show('methods', () => {})
  }

  return {
    showMethods,
    showStep(step, handlers) {
      const backToMethods = (): void => {
        handlers.backToMethods?.()
        showMethods(null)
      }
      const backToStep = handlers.stepBack ?? backToMethods
      showButtons(step, { ...handlers, backToMethods }, null)
      stepHistory.show(step.name, (to) => (to === 'methods' ? backToMethods() : backToStep()))
    },
    showNotice(shown, handlers, failure) {
      notice = shown
      noticeHandlers = handlers
      showMethods(failure)
    },
  }
}
