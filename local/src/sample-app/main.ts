import { createServer } from 'node:http'
import { createAssertionVerifier } from './assertion.ts'
import { createSampleApp } from './sample-app.ts'

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set.`)
  return value
}

const verify = createAssertionVerifier({
  keysUrl: new URL(setting('SAMPLE_APP_KEYS')),
  audience: setting('SAMPLE_APP_AUDIENCE'),
})
const server = createServer(createSampleApp({ verify, origin: setting('SAMPLE_APP_ORIGIN') }))
server.listen(Number(setting('SAMPLE_APP_PORT')), '127.0.0.1')

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
