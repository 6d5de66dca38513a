import http from 'node:http'

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

export interface Call {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string
}

/** Sends requests as a browser does, and stores cookies. */
export interface TestBrowser {
  cookies: Map<string, string>
  /** A navigation. */
  open(path: string, headers?: Record<string, string>): Promise<Answer>
  /** A script's call. It has no headers of its own except the cookies. */
  call(path: string, call?: Call): Promise<Answer>
}

/** Sends a call to the gate. */
export type Send = (path: string, call: Required<Omit<Call, 'body'>> & Call) => Promise<Answer>

export function createTestBrowser(host: string, send: Send): TestBrowser {
  const cookies = new Map<string, string>()

  function keep(line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, pair.slice(at + 1))
  }

  async function call(path: string, { method = 'GET', headers = {}, ...rest }: Call = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = { host, ...(cookie && { cookie }), ...headers }
    const answer = await send(path, { method, headers: all, ...rest })
    for (const line of answer.headers['set-cookie'] ?? []) keep(line)
    return answer
  }

  return {
    cookies,
    call,
    open: (path, headers = {}) =>
      call(path, {
        headers: { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', ...headers },
      }),
  }
}

/** Sends over a connection of its own. */
export const sendTo =
  (port: number): Send =>
  (path, { method, headers, body }) =>
    new Promise<Answer>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, agent: false, headers }
      const request = http.request(options)
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      })
      request.end(body)
    })
