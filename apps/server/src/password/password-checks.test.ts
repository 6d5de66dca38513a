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

  const account = { email: 'ayse@acme.example', tenantId: 'acme', password }
  /** As the identity service refuses a sign-in. */
  const refusal = (message: string) => JSON.stringify({ error: { code: 400, message } })

  it.each([
    [200, '{}', true],
    [400, refusal('INVALID_LOGIN_CREDENTIALS'), false],
    [400, refusal('INVALID_PASSWORD'), false],
    [400, refusal('BLOCKING_FUNCTION_ERROR_RESPONSE : not from there'), true],
  ])(
    'the current password is found by a sign-in: an answer with %i %s',
    async (status, answer, isCurrent) => {
      const bodies: unknown[] = []
      const { checks } = await start((request, response) => {
        void json(request).then((body) => {
          bodies.push([request.url, body])
          response.writeHead(status).end(answer)
        })
      })
      expect(await checks.isCurrent(account)).toBe(isCurrent)
      expect(bodies).toEqual([
        [
          expect.stringMatching(/\/v1\/accounts:signInWithPassword\?key=/),
          { email: account.email, password, tenantId: 'acme' },
        ],
      ])
    },
  )

  it.each([
    [400, 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts.'],
    [400, 'PASSWORD_LOGIN_DISABLED'],
    [400, 'MISSING_RECAPTCHA_TOKEN'],
    [400, 'USER_DISABLED'],
    [403, 'Requests from referer https://login.example.com/ are blocked.'],
    [429, 'RESOURCE_EXHAUSTED'],
    [500, 'INTERNAL'],
  ])(
    'no password is accepted while the identity service does not compare it, and the reason is for the log: %i %s',
    async (status, message) => {
      const { checks } = await start((_request, response) =>
        response.writeHead(status).end(refusal(message)),
      )
      const error: unknown = await checks.isCurrent(account).catch((failure: unknown) => failure)
      expect(error).toMatchObject({ code: 'unavailable', cause: expect.any(Error) })
      const [code = ''] = /^[A-Z_]{2,}/.exec(message) ?? []
      const { cause } = error as Error
      expect(String(cause)).toBe(`Error: A password was not compared: ${status} ${code}`)
    },
  )

  it('while the identity service does not answer, no password is accepted', async () => {
    const { checks } = await start((_request, response) => response.destroy())
    await expect(checks.isCurrent(account)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
