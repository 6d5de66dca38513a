import { expect as base } from '@playwright/test'
import type { Fact } from './in-page.ts'
import { WebKitLocator } from './locator.ts'
import { WebKitPage } from './page.ts'
import { NotInTime, poll } from './poll.ts'

type Text = string | RegExp

interface Outcome {
  pass: boolean
  received: unknown
}

interface Matching {
  isNot: boolean
}

const timeout = 60_000

/** Playwright's assertions for what the WebKit driver finds. Like those, they wait until they hold. */
export const expectInWebKit: (subject: WebKitLocator | WebKitPage) => unknown = base.extend({
  toBeVisible: oneFact('isVisible', 'to be visible'),
  async toBeHidden(this: Matching, locator: WebKitLocator) {
    return awaited(this, locator, 'to be hidden', async () => {
      const received = await locator.facts('isVisible')
      return { pass: received.every((isVisible) => isVisible === false), received }
    })
  },
  async toBeEnabled(this: Matching, locator: WebKitLocator) {
    return awaited(this, locator, 'to be enabled', async () => {
      const received = await single(locator, 'isDisabled')
      return { pass: received === false, received }
    })
  },
  toBeDisabled: oneFact('isDisabled', 'to be disabled'),
  toBeEmpty: oneFact('isEmpty', 'to be empty'),
  toBeFocused: oneFact('isFocused', 'to have the focus'),
  toHaveText: sameText('text', 'the text'),
  toHaveValue: sameText('value', 'the value'),
  toHaveAccessibleDescription: sameText('accessibleDescription', 'the description'),
  toHaveAttribute: sameNamedText('attribute', 'the attribute'),
  toHaveCSS: sameNamedText('style', 'the style'),
  async toHaveCount(this: Matching, locator: WebKitLocator, count: number) {
    return awaited(this, locator, `to be found ${count} times`, async () => {
      const received = (await locator.facts('isVisible')).length
      return { pass: received === count, received }
    })
  },
  async toContainText(this: Matching, locator: WebKitLocator, expected: Text) {
    return awaited(this, locator, `to contain the text ${String(expected)}`, async () => {
      const received = String(await single(locator, 'text'))
      const pass =
        typeof expected === 'string'
          ? received.includes(normalized(expected))
          : expected.test(received)
      return { pass, received }
    })
  },
  async toHaveTitle(this: Matching, page: WebKitPage, expected: Text) {
    return awaited(this, page, `to have the title ${String(expected)}`, async () => {
      const received = await page.title()
      return { pass: isSame(received, expected), received }
    })
  },
})

function oneFact(fact: Fact, what: string) {
  return function matcher(this: Matching, locator: WebKitLocator) {
    return awaited(this, locator, what, async () => {
      const received = await single(locator, fact)
      return { pass: received === true, received }
    })
  }
}

function sameText(fact: Fact, what: string) {
  return function matcher(this: Matching, locator: WebKitLocator, expected: Text) {
    return hasText(this, locator, expected, `to have ${what} ${String(expected)}`, fact)
  }
}

/** For a fact that an element has several of, each with a name. */
function sameNamedText(fact: Fact, what: string) {
  return function matcher(this: Matching, locator: WebKitLocator, name: string, expected: Text) {
    const sentence = `to have ${what} ${name}: ${String(expected)}`
    return hasText(this, locator, expected, sentence, fact, name)
  }
}

function hasText(
  matching: Matching,
  locator: WebKitLocator,
  expected: Text,
  what: string,
  ...fact: [fact: Fact, name?: string]
) {
  return awaited(matching, locator, what, async () => {
    const received = await single(locator, ...fact)
    return { pass: isSame(received, expected), received }
  })
}

/** The fact of the only element; undefined while there is none. */
async function single(locator: WebKitLocator, fact: Fact, name?: string): Promise<unknown> {
  const [received, ...others] = await locator.facts(fact, name)
  if (others.length > 0)
    throw new Error(`There are ${others.length + 1} elements: ${locator.toString()}`)
  return received
}

async function awaited(
  { isNot }: Matching,
  subject: WebKitLocator | WebKitPage,
  what: string,
  ask: () => Promise<Outcome>,
): Promise<{ pass: boolean; message: () => string }> {
  const subjectName = subject instanceof WebKitPage ? 'the page' : subject.toString()
  let last: unknown
  let reason = ''
  const isAsExpected = await poll(
    what,
    async () => {
      const { pass, received } = await ask()
      last = received
      return pass !== isNot
    },
    { timeout },
  ).catch(async (error: unknown) => {
    if (!(error instanceof NotInTime)) throw error
    reason = error.message
    if (subject instanceof WebKitLocator) reason += `\n${await subject.describePage()}`
    return false
  })
  return {
    pass: isAsExpected !== isNot,
    message: () =>
      `expected ${subjectName} ${isNot ? 'not ' : ''}${what}\nreceived: ${JSON.stringify(last)}\n${reason}`,
  }
}

function isSame(received: unknown, expected: Text): boolean {
  if (typeof received !== 'string') return false
  return typeof expected === 'string'
    ? normalized(received) === normalized(expected)
    : expected.test(received)
}

function normalized(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
