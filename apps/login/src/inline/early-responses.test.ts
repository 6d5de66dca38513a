import { expect, it } from 'vitest'
import { createEarlyFetch } from './early-responses.ts'

const send = (url: string) => Promise.resolve(new Response(`asked for ${url}`))

it('the response to an early request is used once, and then the file is requested again', async () => {
  const answer = Promise.resolve(new Response('early'))
  const earlyFetch = createEarlyFetch({ '/config.json': { answer, abort() {} } }, send)
  const textOf = async (path: string): Promise<string> => (await earlyFetch(path)).text()
  expect(await textOf('/config.json')).toBe('early')
  expect(await textOf('/config.json')).toBe('asked for /config.json')
  expect(await textOf('/locales/tr/sign-in.json')).toBe('asked for /locales/tr/sign-in.json')
})

it('an early request is aborted when the caller that uses it aborts', () => {
  let isAborted = false
  const abort = () => {
    isAborted = true
  }
  const earlyFetch = createEarlyFetch({ '/x': { answer: new Promise(() => {}), abort } }, send)
  const limit = new AbortController()
  void earlyFetch('/x', { signal: limit.signal })
  expect(isAborted).toBe(false)
  limit.abort()
  expect(isAborted).toBe(true)
})
