import { loadSigningKey, openDataFolder } from './data-folder.ts'
import type { KeySettings, StoreSettings } from './store-settings.ts'

interface Settings {
  keys: KeySettings
  store: StoreSettings
}

/**
 * The signing key from the settings. Without one, the embedded store's folder has its own key, which is
 * created at the first use.
 */
export function signingKeyOf({ keys, store }: Settings): Buffer {
  if (keys.signingKey !== null) return keys.signingKey
  if (store.kind === 'postgres') throw new Error('FOYER_SIGNING_KEY is needed by DATABASE_URL')
  openDataFolder(store.dataFolder)
  return loadSigningKey(store.dataFolder)
}
