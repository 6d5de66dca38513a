import { withoutParameters } from '@foyer/contract/header-text'
import { GateError } from '../errors/gate-error.ts'
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
    const timer = setTimeout(() => reject(new GateError('body-too-slow')), milliseconds)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      request.pause()
      reject(new GateError('body-too-large'))
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', () => reject(new GateError('body-cut-short')))
    request.on('close', () => clearTimeout(timer))
  })
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__')
  return value
}
