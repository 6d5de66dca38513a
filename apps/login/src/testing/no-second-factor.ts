import type { AskForFactor } from '../identity/second-factor.ts'

/** For tests in which no account has a second factor. */
export const noSecondFactor: AskForFactor = () =>
  Promise.reject(new Error('No account has a second factor here.'))
