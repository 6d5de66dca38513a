import type { Settings } from '../settings.ts'

/**
 * Writes into the page's first element what it needs before its config is there: the page looks the
 * project up and connects to the gates with its first byte (`apps/login/src/boot/early-plan.ts`).
 */
export function tellPage(
  html: string,
  { config, gateOrigins }: Pick<Settings, 'config' | 'gateOrigins'>,
): string {
  const knowledge = {
    'data-api-key': config.apiKey,
    'data-emulator-url': config.emulatorUrl,
    'data-gates': ['https://iap.googleapis.com', ...gateOrigins].join(' '),
  }
  const attributes = Object.entries(knowledge)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
  return html.replace(/<html\b/i, (start) => start + attributes.join(''))
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
