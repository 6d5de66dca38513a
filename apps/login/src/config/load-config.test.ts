import { describe, expect, it } from 'vitest'
import { loadConfig } from './load-config.ts'

const config = {
  apiKey: 'demo-api-key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/function/link',
}

const answer =
  (body: string, status = 200) =>
  (): Promise<Response> =>
    Promise.resolve(new Response(body, { status }))

describe('config document', () => {
  it('the config needs only its four required keys (B1)', async () => {
    await expect(loadConfig(answer(JSON.stringify(config)), 'login.example.com')).resolves.toEqual(
      config,
    )
  })

  it.each([
    ['the page instead of JSON', answer('<!doctype html><title>Sign in</title>')],
    ['404', answer(JSON.stringify(config), 404)],
    ['an empty body', answer('')],
    ['half a document', answer('{')],
    ['no API key', answer(JSON.stringify({ ...config, apiKey: undefined }))],
    ['null', answer('null')],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('an invalid config is refused with a code: %s', async (_what, invalid) => {
    await expect(loadConfig(invalid, 'localhost')).rejects.toMatchObject({
      code: 'config-unavailable',
    })
  })

  it('the config may have an emulator only for a page on localhost', async () => {
    const local = { ...config, emulatorUrl: 'http://localhost:4000' }
    await expect(loadConfig(answer(JSON.stringify(local)), 'localhost')).resolves.toEqual(local)
    await expect(
      loadConfig(answer(JSON.stringify(local)), 'login.example.com'),
    ).rejects.toMatchObject({ code: 'config-unavailable' })
  })
})
