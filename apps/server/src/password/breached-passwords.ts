import { createHash } from 'node:crypto'

interface BreachedPasswordsDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  onFailure: (error: unknown) => void
}

const limitMs = 3_000
/** An answer has about a thousand lines of 40 characters. */
const maxCharacters = 500_000

/**
 * Whether a password is in the list of a service with the range interface of Have I Been Pwned. The service gets the
 * first five characters of the password's hash, which some thousand passwords have in common. If the service does not
 * answer, the password counts as good: nobody must be locked out because another company has an outage.
 */
export function createBreachedPasswords(
  rangeUrl: string | null,
  { fetch, onFailure }: BreachedPasswordsDeps,
): (password: string) => Promise<boolean> {
  return async (password) => {
    if (rangeUrl === null) return false
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      const answer = await fetch(`${rangeUrl.replace(/\/$/, '')}/${hash.slice(0, 5)}`, {
        // All answers then have a similar length, so that the length does not tell the prefix.
        headers: { 'add-padding': 'true', 'user-agent': 'foyer' },
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      })
      if (!answer.ok)
        throw new Error(`The list of stolen passwords answered with ${answer.status}.`)
      return isListed(hash.slice(5), (await answer.text()).slice(0, maxCharacters))
    } catch (error) {
      onFailure(error)
      return false
    }
  }
}

/** Each line is the rest of a hash, a colon, and a count, which is 0 for padding. */
function isListed(rest: string, answer: string): boolean {
  return answer
    .split(/\r?\n/)
    .some(
      (line) =>
        line.slice(0, rest.length).toUpperCase() === rest &&
        Number(line.slice(rest.length + 1)) > 0,
    )
}
