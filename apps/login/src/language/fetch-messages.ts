import { withLimit } from '../browser/with-limit.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { FetchMessages } from './i18n.ts'

const limitMs = 2000 // leaves a second of the three that NW-02 allows

export function messagesPath(language: string, namespace: string): string {
  return `/locales/${language}/${namespace}.json`
}

/** Requests each message file once. A file whose request failed is requested again. */
export function createFetchMessages(ask: (path: string) => Promise<Response>): FetchMessages {
  const asked = new Map<string, Promise<Response>>()

  async function askAnew(path: string): Promise<Response> {
    try {
      const late = () => new CodedError('deadline-exceeded')
      const answer = await withLimit(ask(path), limitMs, late)
      if (!answer.ok) asked.delete(path)
      return answer
    } catch (error) {
      asked.delete(path)
      throw error
    }
  }

  return async (language, namespace) => {
    const path = messagesPath(language, namespace)
    const answer = asked.get(path) ?? askAnew(path)
    asked.set(path, answer)
    return (await answer).clone()
  }
}
