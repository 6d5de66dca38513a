import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import * as v from 'valibot'
import { bytesOf, secretKey } from '../secret-key.ts'

/** Why the folder of the embedded store cannot be used; the text is for the operator. */
export class DataFolderError extends Error {
  readonly code: 'in-use' | 'unusable'

  constructor(code: DataFolderError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataFolderError'
    this.code = code
  }
}

/** Where one server keeps its store and its key; nobody else on the machine may look. */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (cause) {
    throw new DataFolderError('unusable', 'FOYER_DATA cannot be made or is not ours', { cause })
  }
}

/**
 * Two processes on the same files would destroy them. The lock names its holder, so that the lock of a
 * process that was killed is recognised and taken over.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  const lock = path.join(folder, 'lock')
  const own = path.join(folder, `lock.${process.pid}`)
  const refuse = () => {
    throw new DataFolderError('in-use', 'FOYER_DATA is in use by another process')
  }
  try {
    writeFileSync(own, String(process.pid), { mode: 0o600 })
    // A link appears with its content or not at all, and fails where one is.
    if (!tryLink(own, lock)) {
      if (await isInUse(folder)) refuse()
      rmSync(lock, { force: true })
      if (!tryLink(own, lock)) refuse()
    }
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause
    throw new DataFolderError('unusable', 'FOYER_DATA cannot be written to', { cause })
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

/**
 * Whether a living process has the folder. In containers every server is process 1, so that a number
 * says little; a server also answers at its socket, which all containers on this folder reach.
 */
export async function isInUse(folder: string): Promise<boolean> {
  return isHeldByAnother(folder) || (await isAnswering(socketOf(folder)))
}

/** Where the server that has the folder answers operators' commands. */
export const socketOf = (folder: string): string => path.join(path.resolve(folder), 'operator.sock')

/**
 * Made at the first start and kept from then on: links and hashes made with it must outlive a restart.
 * What is no whole key is refused: with less than one, anybody could sign our links.
 */
export function keepSigningKey(folder: string): Buffer {
  const file = path.join(folder, 'signing-key')
  const own = path.join(folder, `signing-key.${process.pid}`)
  try {
    if (!existsSync(file)) {
      writeFileSync(own, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
      // Another command may have made it a moment ago: then that one stands.
      tryLink(own, file)
    }
    const key = readFileSync(file, 'utf8').trim()
    if (v.is(secretKey, key)) return bytesOf(key)
  } catch (cause) {
    throw new DataFolderError('unusable', 'FOYER_DATA cannot be written to', { cause })
  } finally {
    rmSync(own, { force: true })
  }
  throw new DataFolderError(
    'unusable',
    'FOYER_DATA holds a damaged signing-key: put it back from a backup, or remove it, which voids the links that are out',
  )
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isHeldByAnother(folder: string): boolean {
  let pid: number
  try {
    pid = Number(readFileSync(path.join(folder, 'lock'), 'utf8'))
  } catch {
    return false
  }
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isAnswering(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
