import http from 'node:http'
import { listen } from './listen.ts'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** A server that answers each path as the test sets it, and 404 for any other path. */
export interface AnsweringServer {
  origin: string
  answers: Map<string, Answer | 'silence' | ((request: http.IncomingMessage) => Answer)>
  close(): Promise<void>
}

export async function startAnsweringServer(): Promise<AnsweringServer> {
  const answers: AnsweringServer['answers'] = new Map()
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const given = answers.get(pathname) ?? { status: 404 }
    if (given === 'silence') return
    const {
      status = 200,
      headers = {},
      body = null,
    } = typeof given === 'function' ? given(request) : given
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
  const { host, close } = await listen(server)
  return { origin: `http://${host}`, answers, close }
}
