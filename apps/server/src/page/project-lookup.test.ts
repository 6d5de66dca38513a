import { expect, it } from 'vitest'
import { createSettings } from '../testing/settings-fixture.ts'
import { createProjectLookup } from './project-lookup.ts'

const { config } = createSettings()
const body = '{"projectId":"12345","authorizedDomains":["example.com"]}'
const minute = 60_000

/** An identity service that gives these answers in turn, then repeats the last one. */
function scene(...answers: (() => Response)[]) {
  let time = 0
  const asked: string[] = []
  const heard: string[] = []
  const lookup = createProjectLookup(config, {
    async fetch(address) {
      asked.push(address)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new TypeError('fetch failed')
      return answer()
    },
    now: () => time,
    outages: {
      failed: () => heard.push('failed'),
      answered: () => heard.push('answered'),
    },
  })
  return {
    lookup,
    asked,
    heard,
    /**
     * What the lookup returns after some minutes, and then after the request that this call started was
     * answered.
     */
    after: async (
      minutes: number,
    ): Promise<[before: string | undefined, after: string | undefined]> => {
      time += minutes * minute
      const before = lookup.current()?.body
      await new Promise((resolve) => setImmediate(resolve))
      return [before, lookup.current()?.body]
    },
  }
}

it('the server looks up the project once, with the API key in the query, and remembers it (F4)', async () => {
  const { after, asked, lookup } = scene(() => new Response(body))
  expect(await after(0)).toEqual([undefined, body])
  expect(await after(0.9)).toEqual([body, body])
  expect(lookup.current()?.project).toEqual(JSON.parse(body))
  expect(asked).toEqual([
    `https://www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig?key=${config.apiKey}`,
  ])
})

it('the server repeats the lookup after a minute, and no request waits for it', async () => {
  const newer = body.replace('12345', '67890')
  const { after } = scene(
    () => new Response(body),
    () => new Response(newer),
  )
  await after(0)
  expect(await after(1)).toEqual([body, newer])
})

it.each<[string, () => Response]>([
  ['a network error', () => Response.error()],
  ['an error response', () => new Response('{}', { status: 403 })],
  ['a response that is no JSON', () => new Response('<!doctype html>')],
  ['a response with other JSON', () => new Response('{"projectId":1}')],
  ['a response that is too long', () => new Response(body + ' '.repeat(70_000))],
])(
  'after %s the project is unknown, and the server pauses before the next lookup',
  async (_fault, answer) => {
    const { after, asked, heard } = scene(answer)
    expect(await after(0)).toEqual([undefined, undefined])
    expect(await after(0.02)).toEqual([undefined, undefined])
    expect(asked).toHaveLength(1)
    await after(0.02)
    expect(asked).toHaveLength(2)
    expect(heard).toEqual(['failed', 'failed'])
  },
)

it('the project is forgotten at the first failure, and known again at the next success', async () => {
  const { after, heard } = scene(
    () => new Response(body),
    () => new Response('', { status: 503 }),
    () => new Response(body),
  )
  await after(0)
  expect(await after(1)).toEqual([body, undefined])
  expect(await after(0.04)).toEqual([undefined, body])
  expect(heard).toEqual(['answered', 'failed', 'answered'])
})

it.each([
  [1.9, body],
  [2, undefined],
])('after %s minutes without a request, the known project is %s', async (minutes, expected) => {
  const { after } = scene(() => new Response(body))
  await after(0)
  expect((await after(minutes))[0]).toBe(expected)
})

it('a lookup that is still running is not started a second time', async () => {
  let answer = (_response: Response): void => {}
  const asked: string[] = []
  let time = 0
  const lookup = createProjectLookup(config, {
    fetch(address) {
      asked.push(address)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    now: () => time,
    outages: { failed() {}, answered() {} },
  })
  lookup.current()
  time += 5000
  lookup.current()
  expect(asked).toHaveLength(1)
  answer(new Response(body))
  await new Promise((resolve) => setImmediate(resolve))
  expect(lookup.current()?.body).toBe(body)
})
