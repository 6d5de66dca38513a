import { parseConfig } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import { CodedError } from '../errors/coded-error.ts'

/**
 * @param request asks for `/config.json`
 * @throws CodedError `config-unavailable` when it cannot be had or is no config
 */
export async function loadConfig(request: () => Promise<Response>): Promise<Config> {
  const parsed = parseConfig(await readJson(request))
  if (parsed.ok) return parsed.config
  throw new CodedError('config-unavailable', {
    cause: parsed.faults.map(({ key, message }) => `${key} ${message}`).join('; '),
  })
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
