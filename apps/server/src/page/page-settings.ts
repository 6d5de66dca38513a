import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { numberSetting } from '../settings/number-setting.ts'
import { isOrigin, isOriginPattern, originSpelling } from '../settings/origin.ts'
import { settingList } from '../settings/setting-list.ts'

/** The same folders from src/ and from dist/. A package from npm has the page beside dist/. */
function builtPage(): string {
  const packed = fileURLToPath(new URL('../../page', import.meta.url))
  return existsSync(packed)
    ? packed
    : fileURLToPath(new URL('../../../login/dist', import.meta.url))
}

export interface PageSettings {
  pageDir: string
  gateOrigins: string[]
  frameAncestors: string[]
  /** The memory for prepared versions of the page. */
  pageCacheBytes: number
}

export const pageEnvironment = {
  FOYER_PAGE_DIR: v.optional(v.string(), builtPage()),
  FOYER_GATE_ORIGINS: settingList(
    isOriginPattern,
    `must be a comma list of https origins, such as https://app.example.com or https://*.example.com, ${originSpelling}`,
  ),
  FOYER_FRAME_ANCESTORS: settingList(
    isOrigin,
    `must be a comma list of https origins, ${originSpelling}`,
  ),
  FOYER_PAGE_CACHE_MB: numberSetting(1, 10_000, '128'),
}

const environmentSchema = v.object(pageEnvironment)

export function toPageSettings(given: v.InferOutput<typeof environmentSchema>): PageSettings {
  return {
    pageDir: given.FOYER_PAGE_DIR,
    gateOrigins: given.FOYER_GATE_ORIGINS,
    frameAncestors: given.FOYER_FRAME_ANCESTORS,
    pageCacheBytes: given.FOYER_PAGE_CACHE_MB * 1_000_000,
  }
}
