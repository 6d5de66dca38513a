import type { SentCode } from '../inbox/inbox.ts'
import { DEMO_PROJECT } from './demo-accounts.ts'

export async function fetchSentCodes(emulatorUrl: string): Promise<SentCode[]> {
  try {
    const response = await fetch(
      `${emulatorUrl}/emulator/v1/projects/${DEMO_PROJECT}/verificationCodes`,
    )
    const { verificationCodes = [] } = (await response.json()) as { verificationCodes?: SentCode[] }
    return verificationCodes
  } catch {
    return []
  }
}
