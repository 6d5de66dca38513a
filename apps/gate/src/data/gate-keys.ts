import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, type JWK } from 'jose'
import * as v from 'valibot'

/** The gate's keys, which are kept across restarts. With new keys, every session and assertion would be invalid. */
export interface GateKeys {
  /** 32 bytes to seal states, redirect tokens and session cookies. */
  sealing: Buffer
  assertion: AssertionKey
}

export interface AssertionKey {
  kid: string
  privateKey: KeyObject
  publicJwk: JWK
}

const keyFileSchema = v.strictObject({
  sealing: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  assertion: v.strictObject({
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    x: v.string(),
    y: v.string(),
    d: v.string(),
  }),
})

/** Loads `keys.json` from the directory, or creates it at the first start. */
export async function loadGateKeys(directory: string): Promise<GateKeys> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'keys.json')
  const { sealing, assertion } = readKeyFile(path) ?? createKeyFile(path)

  const publicPart = { kty: assertion.kty, crv: assertion.crv, x: assertion.x, y: assertion.y }
  const kid = await calculateJwkThumbprint(publicPart)
  return {
    sealing: Buffer.from(sealing, 'base64url'),
    assertion: {
      kid,
      privateKey: createPrivateKey({ key: assertion, format: 'jwk' }),
      publicJwk: { ...publicPart, alg: 'ES256', use: 'sig', kid },
    },
  }
}

type KeyFile = v.InferOutput<typeof keyFileSchema>

function readKeyFile(path: string): KeyFile | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  // Windows has no such mode. There, the permissions of the directory must protect the file.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by others. Run: chmod 600 ${path}`)
  }
  try {
    return v.parse(keyFileSchema, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // The parser's own message would quote the key.
    throw new Error(`${path} is damaged. Restore it, or delete it to end every session.`)
  }
}

function createKeyFile(path: string): KeyFile {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const keys = v.parse(keyFileSchema, {
    sealing: randomBytes(32).toString('base64url'),
    assertion: jwk,
  })
  // With 'wx', the keys of a gate that starts at the same moment are never replaced.
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600, flag: 'wx' })
  return keys
}
