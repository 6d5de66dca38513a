import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { errorCodeOf } from './system-error.ts'

/**
 * `in-use`: another process has locked the folder. `not-writable`: no file can be written to the folder. `no-socket`:
 * the folder allows files but no socket, or its path is too long for one.
 */
export type FolderLockErrorCode = 'in-use' | 'not-writable' | 'no-socket'

/** The folder could not be locked. The caller explains what that means for its settings. */
export class FolderLockError extends Error {
  override readonly name = 'FolderLockError'
  readonly code: FolderLockErrorCode

  constructor(code: FolderLockErrorCode, options?: ErrorOptions) {
    super(`folder lock: ${code}`, options)
    this.code = code
  }
}

export interface FolderLock {
  /** The server at the owner's socket. It answers 503 until it gets a request listener. */
  server: Server
  release: () => void
}

/**
 * Locks a folder whose files two processes would destroy. The lock names a Unix socket, at which its owner answers. A
 * process id would not do: another program may have it by now, and in containers every server is process 1. The socket
 * answers only while its owner lives, even if the owner was killed. Every container that shares the folder can reach
 * it.
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

/** The socket of the process that has locked the folder, or null if none answers. */
export async function ownerOf(folder: string): Promise<string | null> {
  const name = readLock(lockOf(folder))
  return (await isAnswered(folder, name)) && name !== null ? socketPath(folder, name) : null
}

/** Links a file to a second name. The link appears with its content or not at all, and never replaces another file. */
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
      // Another process took the folder over before the file was renamed, so that process keeps it.
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

/** The name of the owner's socket. Null if the lock names none, for example if a full disk cut it short. */
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
    // Any other error, such as a full queue or a socket that we may not open, means that there is an owner.
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
    // The system cuts a path that is too long without an error, and the socket is then somewhere else.
    chmodSync(file, 0o600)
    // A connection that could not be accepted, for example without free file descriptors, must not end the process.
    return server.on('error', () => {})
  } catch (cause) {
    server.close()
    const isOfTheDisk = ['EACCES', 'EROFS', 'ENOSPC'].includes(errorCodeOf(cause))
    throw new FolderLockError(isOfTheDisk ? 'not-writable' : 'no-socket', { cause })
  }
}

/** The system allows about a hundred bytes, so the shorter of the absolute and the relative path is used. */
function socketPath(folder: string, name: string): string {
  const absolute = path.resolve(folder, name)
  const relative = path.relative('', absolute)
  return relative.length < absolute.length ? relative : absolute
}
