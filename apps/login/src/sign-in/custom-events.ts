import type { PendingCredential, PhoneConfirmation } from '../identity/identity.ts'

/** The page's custom events and their details (requirements C10, C11). */
export interface CustomEvents {
  /** A provider's credential has the email address of an account with another sign-in method. */
  'foyer:link': PendingCredential
  /** A user has entered the code of the newest text message. */
  'foyer:confirm-phone': { confirmation: PhoneConfirmation; verificationCode: string }
}

type Name = keyof CustomEvents

export function emit<Event extends Name>(
  target: EventTarget,
  name: Event,
  detail: CustomEvents[Event],
): void {
  target.dispatchEvent(new CustomEvent(name, { detail }))
}

/** @returns a function that stops listening */
export function listen<Event extends Name>(
  target: EventTarget,
  name: Event,
  hear: (detail: CustomEvents[Event]) => void,
): () => void {
  const listener = (event: globalThis.Event): void => {
    // Only `emit` dispatches events with these names.
    if (event instanceof CustomEvent) hear(event.detail as CustomEvents[Event])
  }
  target.addEventListener(name, listener)
  return () => target.removeEventListener(name, listener)
}
