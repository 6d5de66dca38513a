import { CodedError } from '../errors/coded-error.ts'

/** A Microsoft user who was invited to the directory of another company. */
export interface Guest {
  /** The directory in which the account is a guest. */
  directory: string
  /** The user's own email address, if the guest's sign-in name shows it. */
  address: string | null
}

/** The provider signed in a guest account, which was not kept. */
export class GuestAccountUsed extends CodedError {
  readonly guest: Guest

  constructor(guest: Guest) {
    super('guest-account')
    this.guest = guest
  }
}
