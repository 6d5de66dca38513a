import type { SentCode } from '../inbox/inbox.ts'
import { hiddenPrefix } from '../totp/totp-factors.ts'
import { DEMO_PROJECT, demoTenants } from './demo-accounts.ts'

/** The codes of the project and of each tenant. Empty while the emulator is down. */
export async function fetchSentCodes(emulatorUrl: string): Promise<SentCode[]> {
  const levels = ['', ...demoTenants.map(({ id }) => `/tenants/${id}`)]
  const codes = await Promise.all(levels.map((level) => fetchCodesOf(emulatorUrl, level)))
  return codes.flat().filter(({ phoneNumber }) => !phoneNumber.startsWith(hiddenPrefix))
}

async function fetchCodesOf(emulatorUrl: string, level: string): Promise<SentCode[]> {
  try {
    const response = await fetch(
      `${emulatorUrl}/emulator/v1/projects/${DEMO_PROJECT}${level}/verificationCodes`,
    )
    const { verificationCodes = [] } = (await response.json()) as { verificationCodes?: SentCode[] }
    return verificationCodes
  } catch {
    return []
  }
}
