/** Something that would go on for ever: a WebSocket, or a stream of events. */
export interface Endless {
  /** Ends it in order, so that the client connects again, to another gate. */
  endInOrder(): void
}

/** The open WebSockets and event streams. A gate that stops ends them, instead of waiting for them. */
export interface EndlessAnswers {
  /** @param owner the socket of a WebSocket, or the response of a stream */
  add(owner: object, endless: Endless): void
  remove(owner: object): void
  has(owner: object): boolean
  count(): number
  endAll(): void
}

export function createEndlessAnswers(): EndlessAnswers {
  let isEnding = false
  const open = new Map<object, Endless>()
  return {
    add(owner, endless) {
      open.set(owner, endless)
      // Its request was in flight when all others were ended.
      if (isEnding) endless.endInOrder()
    },
    remove: (owner) => void open.delete(owner),
    has: (owner) => open.has(owner),
    count: () => open.size,
    endAll() {
      isEnding = true
      for (const endless of open.values()) endless.endInOrder()
    },
  }
}
