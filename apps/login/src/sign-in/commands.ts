import type { SecondFactorKind } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { CountryCode } from 'libphonenumber-js/min'
import type { RememberedAccount } from './last-account.ts'
import type { FactorStep, SignInButtons } from './screen.ts'

/** Everything that a user can do on a screen. Each screen has some of them. */
export interface Commands {
  continueWith: (method: SignInMethod) => void
  /** Continues with the account used last. */
  continueAs: (account: RememberedAccount) => void
  /** Removes the account used last from this browser. */
  forgetAccount: () => void
  /** The user is back on a page that was left without a press. */
  comeBack: () => void
  /** Returns from the steps of a method to the methods. */
  backToMethods: () => void
  /** Returns to the step before, to correct what was entered there. */
  stepBack: () => void

  /** Keeps the number for the case that the user leaves the step and comes back. */
  noteNumber: (typed: string, country: CountryCode) => void
  /** @param place the element in which the app verification may show a challenge */
  sendCode: (typed: string, country: CountryCode, place: HTMLElement) => void
  /** @param phoneNumber that the page knows already */
  sendCodeTo: (phoneNumber: string, place: HTMLElement) => void
  verifyCode: (verificationCode: string) => void
  resendCode: (place: HTMLElement) => void

  signInWithPassword: (email: string, password: string) => void
  /** Opens the form for the email address to which a link for a new password is sent. */
  openReset: (email: string) => void
  sendReset: (email: string) => void
  sendResetAgain: () => void
  setPassword: (password: string) => void

  /** @param uid of a second factor @param place see `sendCode` */
  chooseFactor: (uid: string, place: HTMLElement) => void
  /** @param kind of the factor to add */
  addFactor: (kind: SecondFactorKind) => void
  /** The name of the new factor was edited. */
  nameFactor: (name: string) => void
  /** Returns to the choice of a second factor. */
  backToFactors: () => void

  sendEmailLink: (typed: string) => void
  sendEmailLinkAgain: () => void
  enterEmailLinkCode: (code: string) => void
  /** The owner of the mailbox has not requested the link. */
  refuseLink: () => void

  openLinkSteps: () => void
  sendLink: (typed: string) => void
  sendLinkAgain: () => void
  /** Sends a link to the email address of the account to which the credential should be linked. */
  sendLinkToAccount: () => void
  /** Opens the provider again, so that the user can choose another account than the guest's. */
  chooseAnotherAccount: () => void
  /** Signs in with the opened link. */
  useLink: () => void

  chooseTenant: (id: string) => void
  /** Finds the company of a work email. */
  findCompany: (typed: string) => void
  enterCompanyCode: (code: string) => void
  sendCompanyCodeAgain: () => void
  editCompanyAddress: () => void
  /** Returns from a company's buttons to the choice. */
  changeTenant: () => void
  keepAccount: () => void
  changeAccount: () => void
  /** Continues without what failed. */
  goOn: () => void
  /** Repeats what failed. */
  retry: () => void
  signOut: () => void
}

/** The functions that carry out the commands of the current screen. */
export type CommandHandlers = { [Name in keyof Commands]?: Commands[Name] | undefined }

/** Does nothing if the current screen has no such command. */
export type RunCommand = <Name extends keyof Commands>(
  name: Name,
  ...input: Parameters<Commands[Name]>
) => void

/** Shows a step of the sign-in screen with its commands. */
export type ShowStep<Step extends SignInButtons['step'] | FactorStep> = (
  step: Step,
  handlers: CommandHandlers,
) => void
