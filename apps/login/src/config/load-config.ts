import { parseConfig } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import { CodedError } from '../errors/coded-error.ts'

/**
 * @param request asks for `/config.json`
 * @param pageHost an emulator is for a page on localhost alone: anyone can make its tokens
 * @throws CodedError `config-unavailable` when it cannot be had or is no config
 */
export async function loadConfig(
  request: () => Promise<Response>,
  pageHost: string,
): Promise<Config> {
  const parsed = parseConfig(await readJson(request))
  if (!parsed.ok) {
    const faults = parsed.errors.map(({ key, message }) => `${key} ${message}`)
    throw new CodedError('config-unavailable', { cause: faults.join('; ') })
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
