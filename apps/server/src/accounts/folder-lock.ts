import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { errorCodeOf } from '../error-code.ts'
import { DataFolderError, tryLink } from './data-folder.ts'

export interface FolderLock {
  /** At the owner's socket. Until it is given something to answer, it answers 503. */
  server: Server
  release: () => void
}

/**
 * Two processes on the same files would destroy them. The lock names a socket at which its owner answers.
 * A process number would say little: it may be another program's by now, and in containers every server is
 * process 1. A socket is answered for as long as its owner lives, by the system itself, and is reached from
 * every container that shares the folder.
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  const name = `${randomBytes(4).toString('hex')}.sock`
  const server = await listen(path.join(folder, name))
  try {
    if (!(await claim(folder, name)))
      throw new DataFolderError('in-use', 'FOYER_DATA is in use by another process')
  } catch (cause) {
    server.close()
    if (cause instanceof DataFolderError) throw cause
    throw new DataFolderError('unusable', 'FOYER_DATA cannot be written to', { cause })
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
  } catch {
    return null
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
    // That one connection could not be taken, for want of file descriptors, is no reason to end the server.
    return server.on('error', () => {})
  } catch (cause) {
    server.close()
    const isOfTheDisk = ['EACCES', 'EROFS', 'ENOSPC'].includes(errorCodeOf(cause))
    throw new DataFolderError(
      'unusable',
      isOfTheDisk
        ? 'FOYER_DATA cannot be written to'
        : 'FOYER_DATA cannot hold a socket: choose a folder on a local disk, with a path of less than 90 bytes',
      { cause },
    )
  }
}

/** The system takes about a hundred bytes, so the shorter way to the folder is used. */
function socketPath(folder: string, name: string): string {
  const absolute = path.resolve(folder, name)
  const relative = path.relative('', absolute)
  return relative.length < absolute.length ? relative : absolute
}
