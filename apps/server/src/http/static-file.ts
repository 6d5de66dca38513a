import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipWith } from 'node:zlib'
import { acceptedNames, listItems } from '@foyer/contract/header-text'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** Everything about an answer that is known before anyone asks for it. */
export interface StaticFile {
  contentType: string
  cacheControl: string
  headers: Record<string, string>
  plain: Buffer
  compressed: Partial<Record<Encoding, Buffer>>
  /** Of the plain bytes; null for an answer that no cache may keep. */
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

/** For what is made here; files are compressed by the build. */
export async function compress(plain: Buffer): Promise<StaticFile['compressed']> {
  const [br, gzip] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzipWith)(plain),
  ])
  return { br, gzip }
}

/** Less than a packet holds beside the headers. */
const firstPieceBytes = 1000
/** Milliseconds in which a load balancer reads the first piece, and passes it on by itself. */
const betweenPieces = 1

/**
 * @param inPieces sends the headers and the first bytes ahead of the rest, for a page: a browser takes it
 *   up while the rest is on its way, and that takes a phone longer. What is written at once is
 *   encrypted at once, and can be read only when all of it is there.
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
    // Each encoding is its own representation: a strong tag may not be shared between them.
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
  // Brotli is always the smaller, so weights matter only where they refuse an encoding.
  const accepted = acceptedNames(headers['accept-encoding'])
  const offered = (['br', 'gzip'] as const).filter((name) => file.compressed[name] !== undefined)
  return offered.find((name) => accepted.includes(name)) ?? null
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = new Set(listItems(ifNoneMatch).map((tag) => tag.replace(/^W\//, '')))
  return known.has('*') || known.has(etag)
}
