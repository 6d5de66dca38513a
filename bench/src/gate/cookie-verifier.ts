import http from 'node:http'
import { subjectOf } from './signed-cookie.ts'

/**
 * Whom nginx asks of each request: the least that such a service can do. A signed cookie is verified,
 * and its subject told in a header; nothing is looked up.
 */
const [port, secret = ''] = process.argv.slice(2)
const server = http.createServer((request, response) => {
  const subject = subjectOf(request.headers.cookie ?? '', secret)
  response.writeHead(
    subject === null ? 401 : 200,
    subject === null ? {} : { 'x-auth-request-user': subject },
  )
  response.end()
})
server.keepAliveTimeout = 600_000
server.listen(Number(port), '127.0.0.1')
