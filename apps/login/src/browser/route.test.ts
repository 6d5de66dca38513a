import { expect, it } from 'vitest'
import { openRoute } from './route.ts'

function open(path: string) {
  const url = new URL(path, 'https://login.example.com')
  const shown: unknown[] = []
  const history = {
    state: { kept: true },
    replaceState: (...change: unknown[]) => shown.push(change),
  }
  return { part: openRoute(url, history), shown }
}

it.each(['/?mode=login&state=a%2Bb', '/', '/welcome?mode=login', '/welcome'])(
  '%s runs the sign-in flow (A5)',
  (path) => {
    expect(open(path)).toEqual({ part: 'sign-in', shown: [] })
  },
)

it.each(['/registration', '/registration/', '/registration?lang=tr#invitation=x'])(
  '%s shows the registration and runs no sign-in flow (A5)',
  (path) => {
    expect(open(path)).toEqual({ part: 'registration', shown: [] })
  },
)

it.each(['/login.html/x', '/registration/x', '/welcome/', '//evil.example'])(
  '%s is replaced by / with the same query and hash (A4)',
  (path) => {
    expect(open(`https://login.example.com${path}?state=a%2Bb#hint=a@b;google.com`)).toEqual({
      part: 'sign-in',
      shown: [[{ kept: true }, '', '/?state=a%2Bb#hint=a@b;google.com']],
    })
  },
)
