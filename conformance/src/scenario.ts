import type { Answers } from './answers.ts'
import type { PageScript } from './page-script.ts'
import type { Difference } from './compare.ts'
import type { Trace } from './trace.ts'

/** One situation that both libraries are put into. */
export interface Scenario {
  readonly title: string
  /** Whose handler the page has. Default: one that follows the page's script. */
  readonly handler?: 'firebaseui'
  /** Where the login page is opened. */
  readonly at: PageAddress
  /** What the handler, its accounts and the browser's storage hold. Default: nobody is signed in. */
  readonly page?: PageScript
  /** What the servers answer, asked once for both. Default: each step succeeds. */
  readonly answers?: Answers | (() => Answers)
  /** What happens after `start()`. Default: wait until it settles. */
  readonly steps?: readonly Step[]
  /** Where the two are meant to differ, and why. Any other difference is a failure. */
  readonly differs?: Deliberate
}

/** A difference that is meant, told so precisely that it can hide no other. */
export interface Deliberate {
  readonly because: string
  /** Either the differences themselves … */
  readonly exactly?: readonly Difference[]
  /** … or, where one goes on and the other does not, all of what we do. */
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
  /** Waits until the record holds an event that begins so, the given number of times. */
  | { readonly until: string; readonly times?: number }
  /** Moves the page's clock on. */
  | { readonly secondsLater: number }
  | { readonly act: PageAction }
  /** Acts on an element as soon as there is one, as a visitor does. */
  | { readonly click: string }
  | { readonly fill: string; readonly with: string }

export type PageAction = 'back' | 'forward' | 'retry' | 'start' | 'getOriginalURL'
