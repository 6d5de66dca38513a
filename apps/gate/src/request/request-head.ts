import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** What the gate reads of a request to decide on it. It is read alone: no answer can be written through it. */
export type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders'
>

/** The same with its body, for the one call that reads it. */
export type GateRequest = RequestHead & Readable

/** Node has a method and a URL for each request that a server gets, though its types do not know. */
export const methodOf = ({ method = 'GET' }: RequestHead): string => method
export const urlOf = ({ url = '/' }: RequestHead): string => url
export const pathOf = (request: RequestHead): string => urlOf(request).split('?', 1)[0] ?? '/'
