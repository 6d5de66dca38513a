import { FolderLockError, type FolderLockErrorCode } from '@foyer/node/folder-lock'

const messages = {
  /** `OutageLog` logs it. */
  outage: 'the database cannot be used now',
  /** Two transactions conflicted, or one took too long. The same request may succeed when it is repeated. */
  conflict: 'the database gave up a statement',
  /** Another process or request has the lease. */
  busy: 'somebody else is at work on it',
  'newer-schema':
    'its tables are of a newer version of Foyer: start that version, or restore a backup',
  'older-schema':
    'its tables are missing or older than this version needs, and it may not change them. Run: foyer migrate-store',
  'folder-in-use': 'FOYER_DATA is in use by another process',
  'folder-not-ours': 'FOYER_DATA cannot be made or is not ours',
  'folder-not-writable': 'FOYER_DATA cannot be written to',
  'folder-without-socket':
    'FOYER_DATA cannot hold a socket: choose a folder on a local disk, with a path of less than 90 bytes',
  'signing-key-damaged':
    'FOYER_DATA holds a damaged signing-key: put it back from a backup, or remove it, which voids the links that are out',
} as const

export type StoreErrorCode = keyof typeof messages

/** The reason why the store failed. The message is for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, options?: ErrorOptions) {
    super(messages[code], options)
    this.code = code
  }
}

const codesOfLock: Record<FolderLockErrorCode, StoreErrorCode> = {
  'in-use': 'folder-in-use',
  'not-writable': 'folder-not-writable',
  'no-socket': 'folder-without-socket',
}

/** Converts an error of the data folder's lock. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof FolderLockError)) return error
  return new StoreError(codesOfLock[error.code], { cause: error })
}

/** Whether the database is unavailable. Requests and workers need not log this, because `OutageLog` does. */
export function isOutage(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'outage'
}
