import { createHash } from 'node:crypto'

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Derives a GUID from the emulator's user id, because Microsoft identifies users by a GUID. */
export function objectIdOf(subject: string): string {
  if (guid.test(subject)) return subject
  const hex = createHash('sha256').update(subject).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
