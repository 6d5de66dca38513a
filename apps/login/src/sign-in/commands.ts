import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { CountryCode } from 'libphonenumber-js/min'
import type { SignInButtons } from './screen.ts'

/** Everything that a user can do on a screen. Each screen has some of them. */
export interface Commands {
  continueWith: (method: SignInMethod) => void
  /** From the steps of a method to the methods. */
  backToMethods: () => void

  /** @param place where the app verification may show a question */
  sendCode: (typed: string, country: CountryCode, place: HTMLElement) => void
  verifyCode: (verificationCode: string) => void
  resendCode: (place: HTMLElement) => void
  editNumber: () => void

  openLinkSteps: () => void
  sendLink: (typed: string) => void
  sendLinkAgain: () => void
  editLinkAddress: () => void
  /** Sends a link to the email address that a provider's credential is to be connected to. */
  sendLinkToAccount: () => void
  /** Opens the provider again, to choose another account than a guest's. */
  chooseAnotherAccount: () => void
  /** Signs in by the link that was opened. */
  useLink: () => void

  chooseTenant: (id: string) => void
  keepAccount: () => void
  changeAccount: () => void
  /** Goes on without what failed. */
  goOn: () => void
  /** Repeats what failed. */
  retry: () => void
  signOut: () => void
}

/** What the flow does for the commands of the screen that it shows. */
export type CommandHandlers = { [Name in keyof Commands]?: Commands[Name] | undefined }

/** Does nothing where the screen that is shown has no such command. */
export type RunCommand = <Name extends keyof Commands>(
  name: Name,
  ...input: Parameters<Commands[Name]>
) => void

/** Shows a step of the sign-in screen with its commands. */
export type ShowStep<Step extends SignInButtons['step']> = (
  step: Step,
  handlers: CommandHandlers,
) => void
