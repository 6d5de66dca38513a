import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

/** A proxy in front of the application, with users that are signed in. */
export interface Subject {
  name: string
  port: number
  /** The `Host` of its requests. */
  host: string
  /** The cookies of each user. */
  users: readonly string[]
  /** The process whose memory is measured. */
  pid: number | null
  close(): Promise<void>
}

export const userCount = 50

/** The headers of a browser, because each header is work for a proxy. */
export function headersOfUser(host: string, cookie: string | undefined): Record<string, string> {
  return {
    host,
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    accept: 'application/json, text/plain, */*',
    'accept-language': 'tr,en;q=0.8',
    'accept-encoding': 'gzip, deflate, br',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    cookie: ['theme=dark; _ga=GA1.1.1234567890.1700000000', cookie].filter(Boolean).join('; '),
  }
}

export interface PlainAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** Name and value of each cookie that it sets. */
  cookies: readonly string[]
}

/** Sends one request on a new connection, with this `Host`. For signing in. */
export function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers: given } = response
        const cookies = (given['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '')
        resolve({ status, headers: given, body: text, cookies })
      })
    })
      .on('error', reject)
      .end(body)
  })
}
