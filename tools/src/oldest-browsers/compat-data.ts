import { createRequire } from 'node:module'
import type { CompatData } from '@mdn/browser-compat-data'

/** MDN's data. Not imported, because Vitest would compile its 15 MB of JSON, which takes minutes. */
export const compatData = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
