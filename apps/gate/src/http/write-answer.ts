import type { ServerResponse } from 'node:http'
import type { Answer } from '../answer/answer.ts'
import { hasBody } from '../request/page-request.ts'
import { drainBody } from './drain-body.ts'

/** Writes an answer of the gate's own: the only place that does. */
export function writeAnswer(res: ServerResponse, { status, headers, body }: Answer): void {
  const { req } = res
  res.writeHead(status, {
    'content-length': Buffer.byteLength(body),
    // The client waits to be asked for its body and never will be, so no request can follow.
    ...(req.headers.expect !== undefined && { connection: 'close' }),
    ...headers,
  })
  res.end(body)
  if (hasBody(req)) drainBody(req)
}
