let pages = 0

/** The record of one page, filled as it happens and waited upon by condition. */
export class Events {
  readonly all: string[] = []
  /** Tells the events of this page from those of the page before it, which may come late. */
  readonly page = (pages += 1)
  #waiting: (() => void)[] = []

  add(event: string): void {
    this.all.push(event)
    this.changed()
  }

  /** Lets those who wait look again, as after something that is no event. */
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

  /** @throws Error that shows the record when the condition has not come true in time. */
  async until(what: string, isTrue: () => boolean, limitMs = 8000): Promise<void> {
    const limit = Date.now() + limitMs
    while (!isTrue()) {
      const left = limit - Date.now()
      if (left <= 0) {
        throw new Error(`Waited in vain for ${what}; seen:\n${this.toString()}`)
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
