/** How long a condition may take. Long, because other test runners may use the cores. */
export const patienceMs = 60_000

let pages = 0

/** The events of one page. Callers can wait for a condition. */
export class Events {
  readonly all: string[] = []
  /** Distinguishes the events of this page from late events of the page before it. */
  readonly page = (pages += 1)
  #waiting: (() => void)[] = []

  add(event: string): void {
    this.all.push(event)
    this.changed()
  }

  /** Checks all conditions again, after a change that is not an event. */
  changed(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const look of waiting) look()
  }

  toString(): string {
    return this.all.map((event) => `    ${event}`).join('\n')
  }

  count(beginning: string): number {
    return this.all.filter((event) => event.startsWith(beginning)).length
  }

  /** @throws Error with all events if the condition is not met in time. */
  async until(what: string, isTrue: () => boolean, limitMs = patienceMs): Promise<void> {
    const limit = Date.now() + limitMs
    while (!isTrue()) {
      const left = limit - Date.now()
      if (left <= 0) {
        throw new Error(`Timed out waiting for ${what}; events:\n${this.toString()}`)
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }
}
