import http from 'node:http'
import { subjectOf } from './signed-cookie.ts'

/**
 * nginx calls this service for each request. It does the minimum: it verifies a signed cookie and returns its
 * subject in a header, without a lookup.
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
