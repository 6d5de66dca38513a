import { expect, it } from 'vitest'
import { createFetchMessages } from './fetch-messages.ts'

function createServer(statuses: number[]) {
  const paths: string[] = []
  const ask = (path: string): Promise<Response> => {
    paths.push(path)
    const status = statuses.shift() ?? 200
    return status === 0
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(Response.json({ n: paths.length }, { status }))
  }
  return { paths, fetchMessages: createFetchMessages(ask) }
}

it('messages are fetched once from /locales/{lng}/{ns}.json, however many read them (F8a)', async () => {
  const { paths, fetchMessages } = createServer([])
  const answers = await Promise.all([
    fetchMessages('tr', 'sign-in'),
    fetchMessages('tr', 'sign-in'),
  ])
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ n: 1 }, { n: 1 }])
  expect(await (await fetchMessages('tr', 'sign-in')).json()).toEqual({ n: 1 })
  expect(paths).toEqual(['/locales/tr/sign-in.json'])
})

it.each([0, 404, 503])(
  'a message file whose request failed (%i) is requested again',
  async (status) => {
    const { fetchMessages } = createServer([status])
    await fetchMessages('tr', 'phone').catch(() => {})
    expect(await (await fetchMessages('tr', 'phone')).json()).toEqual({ n: 2 })
  },
)
