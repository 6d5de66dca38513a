import type { Locator } from '@playwright/test'
import { asLocator, getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya'
import type { FlowLocator } from '../api/flow.ts'
import { DriverError } from './driver-error.ts'
import type { Fact } from './in-page.ts'
import { poll } from './poll.ts'

/** What a locator needs of its page. */
export interface Place {
  url: () => string
  run: (expression: string) => Promise<unknown>
  element: (expression: string) => Promise<string | null>
  click: (element: string) => Promise<unknown>
  press: (key: string) => Promise<void>
  lastRequests: () => Promise<string>
}

type Find = Parameters<Locator['locator']>[1]

/** Finds elements each time that it is used, as Playwright's does. */
export class WebKitLocator implements FlowLocator {
  readonly #place: Place
  readonly #selector: string

  constructor(place: Place, selector: string) {
    this.#place = place
    this.#selector = selector
  }

  readonly getByRole: FlowLocator['getByRole'] = (role, options) =>
    this.#inside(getByRoleSelector(role, options))
  readonly getByLabel: FlowLocator['getByLabel'] = (text, options) =>
    this.#inside(getByLabelSelector(text, options))
  readonly getByText: FlowLocator['getByText'] = (text, options) =>
    this.#inside(getByTextSelector(text, options))
  readonly locator: FlowLocator['locator'] = (selector, options) =>
    this.#inside(selector).filter(textIn(options))

  filter({ hasText, visible }: Parameters<FlowLocator['filter']>[0]): WebKitLocator {
    const withText =
      hasText === undefined
        ? this
        : this.#inside(getByTextSelector(hasText).replace('internal:text=', 'internal:has-text='))
    return visible === undefined ? withText : withText.#inside(`visible=${visible}`)
  }

  first = () => this.#inside('nth=0')
  last = () => this.#inside('nth=-1')

  async click(): Promise<void> {
    await this.#until('clicked', async () => {
      const element = await this.#place.element(`calls.pressable(${this.#quoted()})`)
      if (element === null) return false
      await this.#place.click(element)
      return this.#wasPressed()
    })
  }

  async fill(text: string): Promise<void> {
    await this.#until('filled', () => this.#call('fill', text))
  }

  async focus(): Promise<void> {
    await this.#until('focused', () => this.#call('focus'))
  }

  async press(key: string): Promise<void> {
    await this.focus()
    await this.#place.press(key)
  }

  readonly selectOption: Locator['selectOption'] = async (value) => {
    if (typeof value !== 'string') throw new Error('Only one value can be selected.')
    await this.#until('selected', () => this.#call('select', value))
    return [value]
  }

  readonly evaluate: Locator['evaluate'] = (async (run: unknown, argument?: unknown) => {
    await this.#until('found', () => this.#place.run(`calls.one(${this.#quoted()}) !== null`))
    return this.#place.run(
      `(${String(run)})(calls.one(${this.#quoted()}), ${JSON.stringify(argument)})`,
    )
  }) as Locator['evaluate']

  /** A fact of each element that is found, in the order of the document. */
  async facts(fact: Fact, name = ''): Promise<unknown[]> {
    return (await this.#call('facts', fact, name)) as unknown[]
  }

  /** Where the page is, what it requested and what it shows, for an error: the driver takes no screenshots. */
  async describePage(): Promise<string> {
    const shown = await this.#place.run('document.body.innerText').catch(String)
    const requests = await this.#place.lastRequests()
    // The text is last, because it can be long, and a report shows only the first lines.
    return `at ${this.#place.url()}. Its last requests:\n${requests}\nIt shows:\n${String(shown)}`
  }

  toString(): string {
    return asLocator('javascript', this.#selector)
  }

  #inside(selector: string): WebKitLocator {
    return new WebKitLocator(
      this.#place,
      this.#selector === '' ? selector : `${this.#selector} >> ${selector}`,
    )
  }

  #call(name: string, ...values: string[]): Promise<unknown> {
    const rest = values.map((value) => `, ${JSON.stringify(value)}`).join('')
    return this.#place.run(`calls.${name}(${this.#quoted()}${rest})`)
  }

  /** Whether the press reached the element: while another window opens, or the page moves, one can be lost. */
  async #wasPressed(): Promise<unknown> {
    try {
      return await this.#place.run('calls.wasPressed()')
    } catch (error) {
      // The press has led to another document, or is leading there.
      if (error instanceof DriverError) return true
      throw error
    }
  }

  #quoted(): string {
    return JSON.stringify(this.#selector)
  }

  async #until(what: string, act: () => Promise<unknown>): Promise<void> {
    await poll(`${this.toString()} is ${what}`, act).catch(async (cause: unknown) => {
      throw new Error(`${String(cause)}\n${await this.describePage()}`, { cause })
    })
  }
}

function textIn(options: Find): Parameters<FlowLocator['filter']>[0] {
  return options?.hasText === undefined ? {} : { hasText: options.hasText }
}
