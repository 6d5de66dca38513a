import type { ServerResponse } from 'node:http'
import type { Answer } from '../answer/answer.ts'
import { hasBody } from '../request/page-request.ts'
import { drainBody } from './drain-body.ts'

/** Writes a response of the gate itself. Nothing else writes one. */
export function writeAnswer(res: ServerResponse, { status, headers, body }: Answer): void {
  const { req } = res
  res.writeHead(status, {
    // RFC 9110, 8.6: a 204 has no length.
    ...(status !== 204 && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  })
  res.end(body)
  if (hasBody(req)) drainBody(req)
}
