import { someText } from './judge.ts'
import type { Deliberate } from './scenario.ts'

/** We refuse a request as soon as its address is read: no auth instance is asked for, nothing is sent. */
export function refusedUnread(message: string, because?: string): Deliberate {
  return {
    because:
      because ??
      'what the address alone shows to be wrong is refused before anything is asked or sent',
    ours: {
      events: [
        'handler languageCode null',
        'started start',
        'handler handleError error 0',
        'settled start with error 0',
      ],
      requests: [],
      errors: [{ code: 'invalid-argument', message, httpErrorCode: null, retry: false }],
      storage: {},
    },
  }
}

/** A refusal without words of its own is told in ours, which name its status. */
export function ownWords(status: number, code: string, errors = 1): Deliberate {
  return {
    because: 'a refusal that the server does not explain is told in our own words',
    exactly: wordsFor(status, code, errors),
  }
}

/** One HTTP status stands for several codes; theirs takes 500 for lost data. */
export function serverBroke(): Deliberate {
  return {
    because: 'a plain 500 is an internal error, not lost data (G6)',
    exactly: [
      { at: 'errors.0.code', theirs: 'data-loss', ours: 'internal' },
      ...wordsFor(500, 'internal', 1),
    ],
  }
}

function wordsFor(status: number, code: string, errors: number) {
  const ours = `The server answered ${status}: ${code}.`
  return Array.from({ length: errors }, (_, index) => ({
    at: `errors.${index}.message`,
    theirs: someText,
    ours,
  }))
}
