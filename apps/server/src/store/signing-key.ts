import { keepSigningKey, openDataFolder } from './data-folder.ts'
import type { KeySettings, StoreSettings } from './store-settings.ts'

interface Settings {
  keys: KeySettings
  store: StoreSettings
}

/** From the settings, or beside the embedded store, where it is made when it is first needed. */
export function signingKeyOf({ keys, store }: Settings): Buffer {
  if (keys.signingKey !== null) return keys.signingKey
  if (store.kind === 'postgres') throw new Error('FOYER_SIGNING_KEY is needed by DATABASE_URL')
  openDataFolder(store.dataFolder)
  return keepSigningKey(store.dataFolder)
}
