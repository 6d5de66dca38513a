import { expect, it } from 'vitest'
import { createFetchWords } from './fetch-words.ts'

function createServer(statuses: number[]) {
  const paths: string[] = []
  const ask = (path: string): Promise<Response> => {
    paths.push(path)
    const status = statuses.shift() ?? 200
    return status === 0
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(Response.json({ n: paths.length }, { status }))
  }
  return { paths, fetchWords: createFetchWords(ask) }
}

it('messages are fetched once from /locales/{lng}/{ns}.json, however many read them (F8a)', async () => {
  const { paths, fetchWords } = createServer([])
  const answers = await Promise.all([fetchWords('tr', 'sign-in'), fetchWords('tr', 'sign-in')])
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ n: 1 }, { n: 1 }])
  expect(await (await fetchWords('tr', 'sign-in')).json()).toEqual({ n: 1 })
  expect(paths).toEqual(['/locales/tr/sign-in.json'])
})

it.each([0, 404, 503])(
  'a message file whose request failed (%i) is requested again',
  async (status) => {
    const { fetchWords } = createServer([status])
    await fetchWords('tr', 'phone').catch(() => {})
    expect(await (await fetchWords('tr', 'phone')).json()).toEqual({ n: 2 })
  },
)
