import http from 'node:http'
import { applicationBody } from './application-body.ts'

/** The application behind every subject. It sends a small response, like an API. */
const server = http.createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(applicationBody),
  })
  response.end(applicationBody)
})
server.keepAliveTimeout = 600_000
server.listen(Number(process.argv[2]), '127.0.0.1')
