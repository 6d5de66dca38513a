import type { CountryCode } from './countries.ts'
import type { PhoneFault } from './phone-number.ts'

/** What is wrong with a code: nothing or too little of it, not the one that was sent, or too late. */
export type CodeFault = 'required' | 'wrong' | 'expired'

/** The steps of the phone flow, inside the sign-in screen (A7). */
export type PhoneStep =
  | {
      name: 'phoneNumber'
      /** The countries to choose from. */
      offered: readonly CountryCode[]
      country: CountryCode
      /** As it was typed. */
      typed: string
      fault: PhoneFault | null
      /** Counts the refused attempts: each moves the focus to the field. */
      attempt: number
      /** @param place an element for the app verification's question, should it come to one */
      send: (typed: string, country: CountryCode, place: HTMLElement) => void
    }
  | {
      name: 'verificationCode'
      /** In E.164, as it was sent to. */
      phoneNumber: string
      /** When another message may be asked for, in milliseconds since the epoch. */
      resendAt: number
      /** Counts the messages: each empties the field. */
      messages: number
      fault: CodeFault | null
      attempt: number
      verify: (verificationCode: string) => void
      resend: (place: HTMLElement) => void
      editNumber: () => void
    }
