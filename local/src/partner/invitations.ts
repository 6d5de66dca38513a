import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

/** Simulates a partner's system that invites users, with a key that it shares with the server. */
export interface Partner {
  /** Returns the URL of the form with a new invitation. */
  invite(wishes: URLSearchParams): Promise<string>
}

interface PartnerSettings {
  name: string
  key: Buffer
  loginOrigin: string
}

const VALID_SECONDS = 7 * 24 * 3600

export function createPartner({ name, key, loginOrigin }: PartnerSettings): Partner {
  let guests = 0
  return {
    invite: async (wishes) => {
      guests += 1
      const language = wishes.get('lang')
      const tenantId = wishes.get('tid')
      const validSeconds = Number(wishes.get('seconds') ?? VALID_SECONDS)
      const invitation = await new SignJWT({
        company: wishes.get('company') ?? 'Example Company',
        email: wishes.get('email') ?? `guest-${guests}@example.com`,
        ...(tenantId !== null && { tid: tenantId }),
        ...(language !== null && { lang: language }),
      })
        .setProtectedHeader({ alg: 'HS256', kid: name, typ: 'JWT' })
        .setJti(randomUUID())
        .setExpirationTime(Math.floor(Date.now() / 1000) + validSeconds)
        .sign(key)
      // The fragment of a URL is neither logged nor sent as a referrer.
      return `${loginOrigin}/registration#invitation=${invitation}`
    },
  }
}
