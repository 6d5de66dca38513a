import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipWith } from 'node:zlib'
import { acceptedNames, listItems } from '@foyer/contract/header-text'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

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

/** Compresses pages that this server creates. The build has already compressed the files. */
export async function compress(plain: Buffer): Promise<StaticFile['compressed']> {
  const [br, gzip] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzipWith)(plain),
  ])
  return { br, gzip }
}

/** Fits into one packet together with the headers. */
const firstPieceBytes = 1000
/** Milliseconds; enough for a load balancer to forward the first piece separately. */
const betweenPieces = 1

/**
 * @param inPieces sends the headers and the first bytes before the rest, for a page: a browser starts to
 * parse it while the rest arrives. Bytes that are written together are encrypted together, and the browser
 * can decrypt them only when all of them have arrived.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  { inPieces = false } = {},
) {
  const encoding = chooseEncoding(request.headers, file)
  reply.headers({ ...file.headers, 'cache-control': file.cacheControl })
  if (Object.keys(file.compressed).length > 0) reply.header('vary', 'accept-encoding')
  if (file.etag !== null) {
    // A strong ETag must differ for each encoding.
    const etag = `"${file.etag}${encoding === null ? '' : `-${encoding}`}"`
    reply.header('etag', etag)
    if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  if (encoding !== null) reply.header('content-encoding', encoding)
  const body = encoding === null ? file.plain : (file.compressed[encoding] ?? file.plain)
  reply.type(file.contentType)
  if (!inPieces) return reply.send(body)
  return reply.header('content-length', body.length).send(Readable.from(twoPieces(body)))
}

async function* twoPieces(body: Buffer): AsyncGenerator<Buffer> {
  yield body.subarray(0, firstPieceBytes)
  await wait(betweenPieces)
  yield body.subarray(firstPieceBytes)
}

function chooseEncoding(headers: IncomingHttpHeaders, file: StaticFile): Encoding | null {
  // Brotli is always smaller, so `q` values matter only if they exclude an encoding.
  const accepted = acceptedNames(headers['accept-encoding'])
  const offered = (['br', 'gzip'] as const).filter((name) => file.compressed[name] !== undefined)
  return offered.find((name) => accepted.includes(name)) ?? null
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = new Set(listItems(ifNoneMatch).map((tag) => tag.replace(/^W\//, '')))
  return known.has('*') || known.has(etag)
}
