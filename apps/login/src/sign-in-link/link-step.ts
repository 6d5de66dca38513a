/** The steps of asking for a sign-in link, inside the sign-in screen (A7). */
export type LinkStep =
  | {
      name: 'linkAddress'
      /** As it was typed. */
      typed: string
      fault: 'required' | 'invalid' | null
      /** Counts the refused attempts: each moves the focus to the field. */
      attempt: number
      send: (typed: string) => void
    }
  | {
      name: 'linkSent'
      email: string
      sendAgain: () => void
      editAddress: () => void
    }

export function isLinkStep(step: { name: string }): step is LinkStep {
  return step.name === 'linkAddress' || step.name === 'linkSent'
}
