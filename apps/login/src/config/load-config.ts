import { parseConfig } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import { CodedError } from '../errors/coded-error.ts'

/**
 * @param request requests `/config.json`
 * @param pageHost only a page on localhost may use an emulator, because anyone can create its tokens
 * @throws CodedError `config-unavailable` if it cannot be fetched or is not a config
 */
export async function loadConfig(
  request: () => Promise<Response>,
  pageHost: string,
): Promise<Config> {
  const parsed = parseConfig(await readJson(request))
  if (!parsed.ok) {
    const errors = parsed.errors.map(({ key, message }) => `${key} ${message}`)
    throw new CodedError('config-unavailable', { cause: errors.join('; ') })
  }
  if (parsed.config.emulatorUrl !== undefined && pageHost !== 'localhost') {
    throw new CodedError('config-unavailable', { cause: 'emulatorUrl is for localhost alone' })
  }
  return parsed.config
}

async function readJson(request: () => Promise<Response>): Promise<unknown> {
  try {
    const response = await request()
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await response.json()
  } catch (cause) {
    throw new CodedError('config-unavailable', { cause })
  }
}
