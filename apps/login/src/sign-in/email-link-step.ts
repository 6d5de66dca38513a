/** The steps of the sign-in method `emailLink`, on the sign-in screen (A7). */
export type EmailLinkStep =
  | {
      name: 'emailLink'
      /** The email address, as it was typed. */
      typed: string
      error: 'required' | 'invalid' | null
      /** The number of rejected attempts. Each one moves the focus to the field. */
      attempt: number
    }
  | {
      name: 'emailLinkSent'
      email: string
      /** When another link may be requested, in milliseconds since the epoch. */
      resendAt: number
      /** The number of emails. Each one empties the field for the code. */
      mails: number
      error: 'required' | 'wrong' | 'expired' | null
      attempt: number
    }

export function isEmailLinkStep(step: { name: string }): step is EmailLinkStep {
  return step.name === 'emailLink' || step.name === 'emailLinkSent'
}
