import { emailLinkEntries } from './email-link.tsx'
import { findCompanyEntries } from './find-company.tsx'
import { otherEntries } from './other-screens.tsx'
import { passwordEntries } from './password.tsx'
import { phoneEntries } from './phone.tsx'
import { registrationEntries } from './registration.tsx'
import { secondFactorEntries } from './second-factor.tsx'
import { signInEntries } from './sign-in.tsx'

/** Every screen in every state, by name. */
export const entries = new Map([
  ...signInEntries,
  ...phoneEntries,
  ...secondFactorEntries,
  ...passwordEntries,
  ...registrationEntries,
  ...emailLinkEntries,
  ...findCompanyEntries,
  ...otherEntries,
])
