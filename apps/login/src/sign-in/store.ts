import type { Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { withoutRetry } from '../errors/failure.ts'
import type { Failure, RepeatableFailure } from '../errors/failure.ts'
import type { CommandHandlers, RunCommand } from './commands.ts'
import type { Screen } from './screen.ts'
import type { TenantAuth } from '../identity/identity.ts'
import type { TokenInUse } from './token-in-use.ts'

/** The progress on the current screen. */
export type Progress =
  | { name: 'idle' }
  /** A command is being carried out. `method` is the sign-in method that the user chose. */
  | { name: 'busy'; method: SignInMethod | null }
  /** A command failed. The screen stays, with a message. */
  | { name: 'failed'; failure: Failure }

/** For the names of requirement B7, see `client-state.ts`. */
export interface SignInState {
  screen: Screen
  progress: Progress
  config: Config | null
  /** The original URL in the application, if it was requested. `config` has the product's URL. */
  originalUrl: string | null
  /** The auth instance that signs in. */
  auth: TenantAuth | null
  /** The token of a call that is in progress. */
  token: TokenInUse | null
  /** The user was signed out on the way here, and the page shows that (K8). */
  hasSignedOut: boolean
  /** The user has tried to register, but has an account, and the page shows that. */
  isRegistered: boolean
  /** The page was reloaded in the middle of a sign-in, and shows that the sign-in starts again. */
  isInterrupted?: boolean
}

/** The state for React, which reads the initial state during hydration. */
export type ReadableStore = Pick<
  StoreApi<SignInState>,
  'getState' | 'getInitialState' | 'subscribe'
>

/** The state, which has only data, and the commands of the current screen. */
export interface SignInStore extends StoreApi<SignInState> {
  handlers: CommandHandlers
  run: RunCommand
}

export function createSignInStore(first: Partial<SignInState> = {}): SignInStore {
  const store = createStore<SignInState>()(() => ({
    screen: { name: 'loading' },
    progress: { name: 'idle' },
    config: null,
    originalUrl: null,
    auth: null,
    token: null,
    hasSignedOut: false,
    isRegistered: false,
    ...first,
  }))
  const withCommands: SignInStore = {
    ...store,
    handlers: {},
    run(name, ...input) {
      const handler = withCommands.handlers[name] as ((...given: typeof input) => void) | undefined
      handler?.(...input)
    },
  }
  return withCommands
}

/**
 * Shows a screen with its commands, and clears the error of the previous one (C1).
 *
 * @param failure is shown beside what the screen offers
 */
export function show(
  store: SignInStore,
  screen: Screen,
  handlers: CommandHandlers = {},
  failure: RepeatableFailure | null = null,
): void {
  store.handlers = { retry: failure?.retry, ...handlers }
  store.setState({ screen, progress: progressAfter(failure) })
}

/** Shows a failure on the current screen. */
export function showError(store: SignInStore, failure: RepeatableFailure): void {
  store.handlers.retry = failure.retry
  store.setState({ progress: progressAfter(failure) })
}

function progressAfter(failure: RepeatableFailure | null): Progress {
  return failure ? { name: 'failed', failure: withoutRetry(failure) } : { name: 'idle' }
}

/** Marks the current screen as busy with a command, and clears the previous error. */
export function begin(store: SignInStore, method: SignInMethod | null = null): void {
  store.setState({ progress: { name: 'busy', method } })
}

/** Lets the user choose again. */
export function settle(store: SignInStore): void {
  if (isBusy(store.getState())) store.setState({ progress: { name: 'idle' } })
}

export function isBusy({ progress }: Pick<SignInState, 'progress'>): boolean {
  return progress.name === 'busy'
}

/** The sign-in method that the user chose, while it is being carried out. */
export function pickedIn({ progress }: Pick<SignInState, 'progress'>): SignInMethod | null {
  return progress.name === 'busy' ? progress.method : null
}

/** The failure that the user sees, as the whole screen or beside the buttons. */
export function failureIn({ screen, progress }: SignInState): Failure | null {
  if ('failure' in screen) return screen.failure
  return progress.name === 'failed' ? progress.failure : null
}
