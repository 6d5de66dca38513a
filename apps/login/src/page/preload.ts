import type { PageData } from '@foyer/contract/page-data'
import { addLink } from '../inline/add-link.ts'

/** Fetches the scripts that a press needs while the user looks at the buttons. They run when they are needed. */
export function preloadScripts({ screens = '', sdk = '' }: PageData): void {
  for (const script of [screens, sdk]) if (script !== '') addLink('modulepreload', script)
}
