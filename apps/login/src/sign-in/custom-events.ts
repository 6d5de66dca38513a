import type { PendingCredential, PhoneConfirmation } from '../identity/identity.ts'

/** What happens on the page and is acted on elsewhere (requirements C10, C11). */
export interface CustomEvents {
  /** A credential belongs to an address that has an account with another way in. */
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

/** @returns stops listening */
export function listen<Event extends Name>(
  target: EventTarget,
  name: Event,
  hear: (detail: CustomEvents[Event]) => void,
): () => void {
  const listener = (event: globalThis.Event): void => {
    // Only `emit` makes events of these names.
    if (event instanceof CustomEvent) hear(event.detail as CustomEvents[Event])
  }
  target.addEventListener(name, listener)
  return () => target.removeEventListener(name, listener)
}
