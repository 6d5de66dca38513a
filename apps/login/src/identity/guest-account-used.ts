import { CodedError } from '../errors/coded-error.ts'

/** A Microsoft user who was invited into the directory of another company. */
export interface Guest {
  /** The directory that the account is a guest of. */
  directory: string
  /** The user's own address, as far as the guest's sign-in name tells it. */
  address: string | null
}

/** The provider signed in a guest, whose account was not kept. */
export class GuestAccountUsed extends CodedError {
  readonly guest: Guest

  constructor(guest: Guest) {
    super('guest-account')
    this.guest = guest
  }
}
