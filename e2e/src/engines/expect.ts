import { expect as base } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { FlowLocator, FlowPage } from './api/flow.ts'
import { WebKitLocator } from './webkit/locator.ts'
import { expectInWebKit } from './webkit/matchers.ts'
import { WebKitPage } from './webkit/page.ts'

type OfLocators = ReturnType<typeof base<Locator>>
type OfPages = ReturnType<typeof base<Page>>

type LocatorMatchers = Pick<
  OfLocators,
  | 'toBeDisabled'
  | 'toBeEmpty'
  | 'toBeEnabled'
  | 'toBeFocused'
  | 'toBeHidden'
  | 'toBeVisible'
  | 'toContainText'
  | 'toHaveAccessibleDescription'
  | 'toHaveAttribute'
  | 'toHaveCSS'
  | 'toHaveCount'
  | 'toHaveText'
  | 'toHaveValue'
>
type PageMatchers = Pick<OfPages, 'toHaveTitle'>

interface FlowExpect {
  (subject: FlowLocator): LocatorMatchers & { not: LocatorMatchers }
  (subject: FlowPage): PageMatchers & { not: PageMatchers }
  <Value>(value: Value): ReturnType<typeof base<Value>>
  poll: typeof base.poll
}

function choose(subject: unknown): unknown {
  return subject instanceof WebKitLocator || subject instanceof WebKitPage
    ? expectInWebKit(subject)
    : base(subject)
}

/** Playwright's `expect`, which also takes what the WebKit driver finds. */
export const expect = Object.assign(choose, { poll: base.poll }) as FlowExpect
