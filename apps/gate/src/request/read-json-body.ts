import { withoutParameters } from '@foyer/contract/header-text'
import { GateError, type CallErrorCode } from '../errors/gate-error.ts'
import type { GateRequest } from './request-head.ts'

const maxBytes = 16 * 1024
const patienceMilliseconds = 10_000

/** Reads a small JSON body within a time limit, or throws a `GateError`. */
export async function readJsonBody(
  request: GateRequest,
  milliseconds = patienceMilliseconds,
): Promise<unknown> {
  if (withoutParameters(request.headers['content-type'] ?? '') !== 'application/json') {
    throw new GateError('content-type')
  }
  const text = await readText(request, milliseconds)
  try {
    return JSON.parse(text, refusePrototype)
  } catch {
    throw new GateError('unexpected-body')
  }
}

function readText(request: GateRequest, milliseconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = (code: CallErrorCode) => {
      // The rest of the body is discarded when the response is written. A listener would keep it in memory.
      request.off('data', onData)
      reject(new GateError(code))
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) refuse('body-too-large')
    }
    const timer = setTimeout(() => refuse('body-too-slow'), milliseconds)
    request.on('data', onData)
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', () => refuse('body-cut-short'))
    request.on('close', () => clearTimeout(timer))
  })
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__')
  return value
}
