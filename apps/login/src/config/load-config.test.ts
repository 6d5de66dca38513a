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
  it('is taken with its four keys alone (B1)', async () => {
    await expect(loadConfig(answer(JSON.stringify(config)))).resolves.toEqual(config)
  })

  it.each([
    ['the page instead of JSON', answer('<!doctype html><title>Sign in</title>')],
    ['404', answer(JSON.stringify(config), 404)],
    ['an empty body', answer('')],
    ['half a document', answer('{')],
    ['no API key', answer(JSON.stringify({ ...config, apiKey: undefined }))],
    ['null', answer('null')],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is refused with a code: %s', async (_fault, faulty) => {
    await expect(loadConfig(faulty)).rejects.toMatchObject({ code: 'config-unavailable' })
  })
})
