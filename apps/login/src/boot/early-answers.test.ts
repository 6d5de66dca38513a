import { expect, it } from 'vitest'
import { createEarlyAnswers } from './early-answers.ts'

it('an answer that was asked for early is taken once, then the file is asked for anew', async () => {
  const answerTo = createEarlyAnswers(
    { '/config.json': Promise.resolve(new Response('early')) },
    (path) => Promise.resolve(new Response(`asked for ${path}`)),
  )
  const textOf = async (path: string): Promise<string> => (await answerTo(path)).text()
  expect(await textOf('/config.json')).toBe('early')
  expect(await textOf('/config.json')).toBe('asked for /config.json')
  expect(await textOf('/locales/tr/sign-in.json')).toBe('asked for /locales/tr/sign-in.json')
})
