import type { IncomingMessage } from 'node:http'
import { withoutParameters } from '@foyer/contract/header-text'
import { Refusal } from '../refusal.ts'

const maxBytes = 16 * 1024
const patienceMilliseconds = 10_000

/** Reads a small JSON body in the time given, or throws a `Refusal`. */
export async function readJsonBody(
  req: IncomingMessage,
  milliseconds = patienceMilliseconds,
): Promise<unknown> {
  if (withoutParameters(req.headers['content-type'] ?? '') !== 'application/json') {
    throw new Refusal('INVALID_ARGUMENT', 'The body must be application/json.', 415)
  }
  const text = await readText(req, milliseconds)
  try {
    return JSON.parse(text, refusePrototype)
  } catch {
    throw new Refusal('INVALID_ARGUMENT', 'The body is not the JSON expected here.')
  }
}

function readText(req: IncomingMessage, milliseconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(
      () => reject(new Refusal('DEADLINE_EXCEEDED', 'The body took too long.', 408)),
      milliseconds,
    )
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      req.pause()
      reject(new Refusal('INVALID_ARGUMENT', 'The body is too large.', 413))
    })
    req.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    req.on('error', () => reject(new Refusal('INVALID_ARGUMENT', 'The body did not arrive.')))
    req.on('close', () => clearTimeout(timer))
  })
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__')
  return value
}
