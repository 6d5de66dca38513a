import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** What the gate reads of a request to decide about it. It has no body, and no response can be written through it. */
export type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders'
>

/** A request with its body, for the only call that reads one. */
export type GateRequest = RequestHead & Readable

/** On a server, every request has a method and a URL, although Node's types say otherwise. */
export const methodOf = ({ method = 'GET' }: RequestHead): string => method
export const urlOf = ({ url = '/' }: RequestHead): string => url
export const pathOf = (request: RequestHead): string => urlOf(request).split('?', 1)[0] ?? '/'
