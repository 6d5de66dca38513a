import { expect, it } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import { loginOrigin, publicHost, startTestGate } from '../testing/test-gate.ts'

it('the response to a preflight has no length, because a 204 may not have one', async () => {
  const gate = await startTestGate()
  const raw = await sendRaw(gate.port, [
    'OPTIONS /_gcp_iap/handle_redirect HTTP/1.1',
    `Host: ${publicHost}`,
    `Origin: ${loginOrigin}`,
    'Connection: close',
  ])
  expect(raw).toMatch(/^HTTP\/1\.1 204 /)
  expect(raw).not.toMatch(/^(content-length|transfer-encoding):/im)
  await gate.stop()
})
