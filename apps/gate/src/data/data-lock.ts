import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/**
 * Makes `GATE_DATA` this process's own, or throws. With two gates on it one would rewrite the list of
 * spent tokens while the other still adds to the file that is gone: after a restart, sessions that were
 * signed out would be good again.
 *
 * The lock names a socket at which its owner answers. A process number would say little: it may be
 * another program's by now, and in containers every gate is process 1. A socket is answered, by the
 * system itself, for as long as its owner lives, however it ends, and is reached from every container
 * that shares the directory.
 *
 * Resolves to what releases it.
 */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const name = `${randomBytes(4).toString('hex')}.sock`
  const server = await listen(directory, name)
  const release = () => {
    rmSync(path.join(directory, 'lock'), { force: true })
    server.close()
  }
  try {
    if (await claim(directory, name)) return release
  } catch (cause) {
    server.close()
    throw new Error(`--data / GATE_DATA: ${directory} cannot be written to`, { cause })
  }
  server.close()
  throw new Error(
    `--data / GATE_DATA: ${directory} is in use by another gate. Stop it first, or give this one a directory of its own.`,
  )
}

async function claim(directory: string, name: string): Promise<boolean> {
  const lock = path.join(directory, 'lock')
  const own = path.join(directory, `lock.${name}`)
  const left = `${own}.left`
  try {
    writeFileSync(own, name, { mode: 0o600 })
    if (tryLink(own, lock)) return true
    const owner = readLock(lock)
    if (await isAnswered(directory, owner)) return false

    // Of two gates that find the same lock without an owner, one may have taken it over since.
    renameSync(lock, left)
    if (readLock(left) !== owner) {
      tryLink(left, lock)
      return false
    }
    if (owner !== undefined) rmSync(path.join(directory, owner), { force: true })
    return tryLink(own, lock)
  } finally {
    rmSync(own, { force: true })
    rmSync(left, { force: true })
  }
}

/** A link appears with its content or not at all, and fails where there is one. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** The name of the owner's socket. A full disk may have cut it off. */
function readLock(file: string): string | undefined {
  try {
    const content = readFileSync(file, 'utf8')
    return /^[0-9a-f]{8}\.sock$/.test(content) ? content : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** False only where nothing listens. After any other error, such as a full queue, there is an owner. */
function isAnswered(directory: string, name: string | undefined): Promise<boolean> {
  if (name === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = net.connect(socketPath(directory, name))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', (error) =>
      resolve(!['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(codeOf(error) ?? '')),
    )
  })
}

/** Does not keep the process: what ends the gate ends the lock. */
async function listen(directory: string, name: string): Promise<net.Server> {
  const server = net.createServer((socket) => socket.destroy()).unref()
  try {
    await once(server.listen(socketPath(directory, name)), 'listening')
    // A path that is too long is cut without an error: then the socket is somewhere else, and no other
    // gate finds it.
    chmodSync(path.join(directory, name), 0o600)
    // That one connection could not be taken, for want of file descriptors, is no reason to end the gate.
    return server.on('error', () => {})
  } catch (cause) {
    server.close()
    const isOfTheDisk = ['EACCES', 'EROFS', 'ENOSPC'].includes(codeOf(cause) ?? '')
    throw new Error(
      isOfTheDisk
        ? `--data / GATE_DATA: ${directory} cannot be written to`
        : `--data / GATE_DATA: ${directory} cannot hold a socket. Use a local disk, and a path of less than 90 bytes.`,
      { cause },
    )
  }
}

/** The system takes about a hundred bytes, so the shorter way to the directory is used. */
function socketPath(directory: string, name: string): string {
  const absolute = path.resolve(directory, name)
  const relative = path.relative('', absolute)
  return relative.length < absolute.length ? relative : absolute
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
