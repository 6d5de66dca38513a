import { expect, it } from 'vitest'
import { signInLinkParameter } from '@foyer/contract/sign-in-link'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { arrivedLinkKey } from '../browser/note-names.ts'
import { takeSignInLink } from './take-sign-in-link.ts'

function take(hash: string) {
  const urls: string[] = []
  const history = {
    state: 'state',
    replaceState: (_state: unknown, _title: string, url?: string | URL | null) =>
      void urls.push(String(url)),
  }
  const storage = createMemoryStorage()
  const taken = takeSignInLink({ pathname: '/', search: '?lang=tr', hash }, history, storage)
  return { taken, urls, kept: storage.read(arrivedLinkKey) }
}

it('a sign-in link is removed from the URL as soon as it is read, and stored for a reload', () => {
  expect(take(`#${signInLinkParameter}=a.b.c`)).toEqual({
    taken: 'a.b.c',
    urls: ['/?lang=tr'],
    kept: 'a.b.c',
  })
})

it.each(['', '#', '#hint=a@b.example;google.com', '#sign-in-links=a'])(
  'the fragment %j is not a sign-in link',
  (hash) => {
    expect(take(hash)).toEqual({ taken: null, urls: [], kept: null })
  },
)
