import type { Answers } from './answers.ts'
import type { PageScript } from './page-script.ts'
import type { Difference } from './compare.ts'
import type { Trace } from './trace.ts'

/** One situation in which both libraries run. */
export interface Scenario {
  readonly title: string
  /** Which handler the page has. Default: one that follows the page's script. */
  readonly handler?: 'firebaseui'
  /** The URL at which the sign-in page is opened. */
  readonly at: PageAddress
  /** The handler, its accounts and the browser's storage. Default: no signed-in user. */
  readonly page?: PageScript
  /** The servers' answers, created once for both libraries. Default: each step succeeds. */
  readonly answers?: Answers | (() => Answers)
  /** What happens after `start()`. Default: wait until it settles. */
  readonly steps?: readonly Step[]
  /** The intended difference, and why. Any other difference is a failure. */
  readonly differs?: DeclaredDifference
}

/** An intended difference, precise enough to hide no other. */
export interface DeclaredDifference {
  readonly because: string
  /** Either the differences themselves … */
  readonly exactly?: readonly Difference[]
  /** … or, if the library continues and our engine does not, everything that our engine does. */
  readonly ours?: Omit<Trace, 'history'>
}

export interface PageAddress {
  readonly origin?: string
  readonly path?: string
  /** The request's parameters, or the whole query when its spelling matters. */
  readonly query: Readonly<Record<string, string>> | string
  readonly hash?: string
  /** The origin of a page that displays the login page in a frame. */
  readonly frame?: string
}

export type Step =
  /** Waits for an event with this prefix, the given number of times. */
  | { readonly until: string; readonly times?: number }
  /** Advances the page's clock. */
  | { readonly secondsLater: number }
  | { readonly act: PageAction }
  /** Uses an element as soon as it exists, as a user does. */
  | { readonly click: string }
  | { readonly fill: string; readonly with: string }

export type PageAction = 'back' | 'forward' | 'retry' | 'start' | 'getOriginalURL'
