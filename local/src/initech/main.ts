import { createServer } from 'node:http'
import { createOidcServer } from './oidc-server.ts'
import type { OidcClient } from './oidc-server.ts'

// A process of its own, because the server writes warnings about Node and its store in memory.
const { INITECH_PORT = '', INITECH_CLIENT = '' } = process.env
const client = JSON.parse(INITECH_CLIENT) as OidcClient
const listener = await createOidcServer(`http://localhost:${INITECH_PORT}`, client)
const server = createServer(listener).listen(Number(INITECH_PORT), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
