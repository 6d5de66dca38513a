import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Encoding } from '../http/static-file.ts'

/** One version of the page, in the encoding that a browser has asked for. */
export interface Page {
  headers: Record<string, string>
  encoding: Encoding | null
  body: Buffer
}

/** Fits into one packet together with the headers. */
const firstPieceBytes = 1000
/** Milliseconds; enough for a load balancer to forward the first piece separately. */
const betweenPieces = 1

/**
 * Sends the headers and the first bytes before the rest: a browser starts to parse them while the rest arrives.
 * Bytes that are written together are encrypted together, and the browser can decrypt them only when all of them
 * have arrived.
 */
export function sendPage(reply: FastifyReply, { headers, encoding, body }: Page) {
  reply.headers({ ...headers, 'cache-control': 'no-store', vary: 'accept-encoding' })
  if (encoding !== null) reply.header('content-encoding', encoding)
  reply.type('text/html; charset=utf-8').header('content-length', body.length)
  return reply.send(Readable.from(twoPieces(body)))
}

async function* twoPieces(body: Buffer): AsyncGenerator<Buffer> {
  yield body.subarray(0, firstPieceBytes)
  await wait(betweenPieces)
  yield body.subarray(firstPieceBytes)
}
