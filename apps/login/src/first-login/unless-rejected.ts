import { isRejection } from '@foyer/contract/rejection-codes'
import { codeOf } from '../errors/coded-error.ts'
import { hasRequest } from '../sign-in/has-request.ts'

/**
 * The engine reports an account that the access policy rejects, and the page says why. Without a request the engine does not
 * run. Then this resolves, and the user goes to the product, which creates a request.
 */
export async function unlessRejected(work: Promise<void>, search: string): Promise<void> {
  try {
    await work
  } catch (error) {
    if (hasRequest(search) || !isRejection(codeOf(error))) throw error
  }
}
