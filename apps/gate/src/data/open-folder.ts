import type { Settings } from '../settings/settings.ts'
import { DataError } from './data-error.ts'
import { lockDataDirectory } from './data-lock.ts'
import { createFolderStore } from './folder-store.ts'
import type { GateData } from './gate-data.ts'
import { importKeys } from './gate-keys.ts'
import { keyFileIn, loadOwnKeys, readKeyFile } from './key-file.ts'
import { createKeyRing } from './key-ring.ts'
import { openSpentTokens } from './spent-tokens.ts'

type FolderSettings = Pick<Settings, 'dataDirectory' | 'keyFile'>

/** The data of a single gate, in its folder. */
export async function openFolder(
  { dataDirectory, keyFile }: FolderSettings,
  now: () => number,
): Promise<GateData> {
  const release = await lockDataDirectory(dataDirectory)
  const keys = createKeyRing(
    keyFile === undefined ? loadOwnKeys(dataDirectory, now) : readGivenKeys(keyFile),
    now,
  )
  return {
    keys,
    store: createFolderStore(openSpentTokens(dataDirectory, now)),
    reloadKeys: () => keys.replace(readGivenKeys(keyFile ?? keyFileIn(dataDirectory))),
    release,
    databaseState: () => null,
  }
}

/** The keys of a file that must exist: each gate would otherwise make its own. */
export function readGivenKeys(path: string) {
  const keys = readKeyFile(path)
  if (keys) return keys.map(importKeys)
  throw new DataError(`${path} does not exist. Make it with: foyer-gate keys rotate`)
}
