import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { errorCodeOf } from './system-error.ts'

/**
 * `in-use`: another process has the folder. `not-writable`: the disk refuses. `no-socket`: the folder takes
 * files but no socket, or its path is too long for one.
 */
export type FolderLockErrorCode = 'in-use' | 'not-writable' | 'no-socket'

/** The folder could not be locked. The owner of the folder says what that means for its settings. */
export class FolderLockError extends Error {
  override readonly name = 'FolderLockError'
  readonly code: FolderLockErrorCode

  constructor(code: FolderLockErrorCode, options?: ErrorOptions) {
    super(`folder lock: ${code}`, options)
    this.code = code
  }
}

export interface FolderLock {
  /** At the owner's socket. Until it is given something to answer, it answers 503. */
  server: Server
  release: () => void
}

/**
 * Locks a folder whose files two processes would destroy. The lock names a socket at which its owner
 * answers. A process number would say little: it may be another program's by now, and in containers every
 * server is process 1. The system itself answers at a socket for as long as its owner lives, however that
 * ends, and the socket is reached from every container that shares the folder.
 *
 * @throws FolderLockError
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const name = `${randomBytes(4).toString('hex')}.sock`
  const server = await listen(path.join(folder, name))
  try {
    if (!(await claim(folder, name))) throw new FolderLockError('in-use')
  } catch (cause) {
    server.close()
    if (cause instanceof FolderLockError) throw cause
    throw new FolderLockError('not-writable', { cause })
  }
  return {
    server,
    release() {
      rmSync(lockOf(folder), { force: true })
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The socket of the process that has the folder, or null when none answers. */
export async function ownerOf(folder: string): Promise<string | null> {
  const name = readLock(lockOf(folder))
  return (await isAnswered(folder, name)) && name !== null ? socketPath(folder, name) : null
}

/** Links a file to a second name. The link appears with its content or not at all, and never replaces one. */
export function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

const lockOf = (folder: string) => path.join(folder, 'lock')

async function claim(folder: string, name: string): Promise<boolean> {
  const lock = lockOf(folder)
  const own = path.join(folder, `lock.${name}`)
  const left = `${own}.left`
  try {
    writeFileSync(own, name, { mode: 0o600 })
    if (tryLink(own, lock)) return true
    const holder = readLock(lock)
    if (await isAnswered(folder, holder)) return false

    renameSync(lock, left)
    if (readLock(left) !== holder) {
      // Between the question and the renaming another process took the folder over: it keeps it.
      tryLink(left, lock)
      return false
    }
    if (holder !== null) rmSync(path.join(folder, holder), { force: true })
    return tryLink(own, lock)
  } finally {
    rmSync(own, { force: true })
    rmSync(left, { force: true })
  }
}

/** The name of the holder's socket. Null for a lock that names none, as one cut off by a full disk. */
function readLock(file: string): string | null {
  try {
    const content = readFileSync(file, 'utf8')
    return /^[0-9a-f]{8}\.sock$/.test(content) ? content : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error))) return null
    throw error
  }
}

function isAnswered(folder: string, name: string | null): Promise<boolean> {
  if (name === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(socketPath(folder, name))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Anything else, such as a full queue or a socket that is not ours to open, has an owner.
    socket.once('error', (error) =>
      resolve(!['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(errorCodeOf(error))),
    )
  })
}

async function listen(file: string): Promise<Server> {
  const server = createServer((_request, response) => void response.writeHead(503).end())
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(socketPath(path.dirname(file), path.basename(file)), resolve)
    })
    // A path that is too long is cut without an error: then the socket is somewhere else.
    chmodSync(file, 0o600)
    // One connection that could not be accepted, for want of file descriptors, is no reason to end the process.
    return server.on('error', () => {})
  } catch (cause) {
    server.close()
    const isOfTheDisk = ['EACCES', 'EROFS', 'ENOSPC'].includes(errorCodeOf(cause))
    throw new FolderLockError(isOfTheDisk ? 'not-writable' : 'no-socket', { cause })
  }
}

/** The system takes about a hundred bytes, so the shorter spelling of the path is used. */
function socketPath(folder: string, name: string): string {
  const absolute = path.resolve(folder, name)
  const relative = path.relative('', absolute)
  return relative.length < absolute.length ? relative : absolute
}
