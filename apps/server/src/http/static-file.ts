import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedNames, listItems } from '@foyer/contract/header-text'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** A response that is prepared before any request. */
export interface StaticFile {
  contentType: string
  cacheControl: string
  headers: Record<string, string>
  plain: Buffer
  compressed: Partial<Record<Encoding, Buffer>>
  /** Computed from the uncompressed bytes. Null for a response that must not be cached. */
  etag: string | null
}

export function createStaticFile(
  file: Pick<StaticFile, 'contentType' | 'cacheControl' | 'plain'> & Partial<StaticFile>,
): StaticFile {
  const digest = createHash('sha256').update(file.plain).digest('base64url').slice(0, 22)
  return {
    headers: {},
    compressed: {},
    etag: file.cacheControl === 'no-store' ? null : digest,
    ...file,
  }
}

/** Compresses what this server creates. The build has already compressed the files. */
export async function compress(plain: Buffer): Promise<Record<Encoding, Buffer>> {
  const [br, gzipped] = await Promise.all([compressAs('br', plain), compressAs('gzip', plain)])
  return { br, gzip: gzipped }
}

// The highest quality, which is the default, takes forty times as long and saves a tenth of the bytes.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export function compressAs(encoding: Encoding, plain: Buffer): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(plain, brotli) : promisify(gzip)(plain)
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const offered = encodings.filter((name) => file.compressed[name] !== undefined)
  const encoding = chooseEncoding(request.headers, offered)
  reply.headers({ ...file.headers, 'cache-control': file.cacheControl })
  if (offered.length > 0) reply.header('vary', 'accept-encoding')
  if (file.etag !== null) {
    // A strong ETag must differ for each encoding.
    const etag = `"${file.etag}${encoding === null ? '' : `-${encoding}`}"`
    reply.header('etag', etag)
    if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  if (encoding !== null) reply.header('content-encoding', encoding)
  const body = encoding === null ? file.plain : (file.compressed[encoding] ?? file.plain)
  return reply.type(file.contentType).send(body)
}

// Brotli is always smaller, so `q` values matter only if they exclude an encoding.
const encodings = ['br', 'gzip'] as const

export function chooseEncoding(
  headers: IncomingHttpHeaders,
  offered: readonly Encoding[] = encodings,
): Encoding | null {
  const accepted = acceptedNames(headers['accept-encoding'])
  return offered.find((name) => accepted.includes(name)) ?? null
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = new Set(listItems(ifNoneMatch).map((tag) => tag.replace(/^W\//, '')))
  return known.has('*') || known.has(etag)
}
