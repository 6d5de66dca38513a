import http from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '@foyer/test-services/listen'
import { afterEach, describe, expect, it } from 'vitest'
import { createSettings } from '../testing/settings-fixture.ts'
import { createPasswordChecks } from './password-checks.ts'

const password = 'correct horse 1'

describe('the checks of a new password', () => {
  let close = async (): Promise<void> => {}
  afterEach(() => close())

  /** Both services on one host. */
  async function start(answer: http.RequestListener) {
    const server = await listen(http.createServer(answer))
    ;({ close } = server)
    const warnings: [object, string][] = []
    const settings = createSettings({
      publicUrl: 'https://login.example.com',
      breachedPasswordsUrl: `http://${server.host}/range/`,
    })
    settings.config.emulatorUrl = `http://${server.host}`
    const checks = createPasswordChecks(settings, {
      warn: (...entry: unknown[]) => void warnings.push(entry as [object, string]),
    })
    return { checks, warnings }
  }

  it('the rules come from the identity service', async () => {
    const { checks } = await start((request, response) => {
      const customStrengthOptions = { minPasswordLength: 14 }
      const isPolicy = request.url?.includes('/v2/passwordPolicy')
      response.end(
        JSON.stringify({ customStrengthOptions, enforcementState: isPolicy && 'ENFORCE' }),
      )
    })
    expect(await checks.rulesOf(null)).toMatchObject({ minLength: 14 })
  })

  it('if the list of stolen passwords cannot be read, the password is accepted and the log says so, without it (K1i)', async () => {
    const { checks, warnings } = await start((_request, response) => response.writeHead(503).end())
    expect(await checks.isBreached(password)).toBe(false)
    expect(warnings).toMatchObject([
      [{ err: expect.any(Error) }, 'a new password was not compared with the stolen ones'],
    ])
    expect(String(Object.values(warnings[0]?.[0] ?? {}))).not.toContain(password)
  })
  it.each([
    [200, true],
    [400, false],
    [429, false],
  ])('the current password is found by a sign-in: an answer with %i', async (status, isCurrent) => {
    const bodies: unknown[] = []
    const { checks } = await start((request, response) => {
      void json(request).then((body) => {
        bodies.push([request.url, body])
        response.writeHead(status).end('{}')
      })
    })
    const email = 'ayse@acme.example'
    expect(await checks.isCurrent({ email, tenantId: 'acme', password })).toBe(isCurrent)
    expect(bodies).toEqual([
      [
        expect.stringMatching(/\/v1\/accounts:signInWithPassword\?key=/),
        { email, password, tenantId: 'acme' },
      ],
    ])
  })

  it.each([
    ['answers with an error', (response: http.ServerResponse) => response.writeHead(500).end()],
    ['does not answer', (response: http.ServerResponse) => response.destroy()],
  ])('while the identity service %s no password is accepted', async (_what, fail) => {
    const { checks } = await start((_request, response) => fail(response))
    const account = { email: 'ayse@acme.example', tenantId: null, password }
    await expect(checks.isCurrent(account)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
