import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStepHistory } from './step-history.ts'
import type { StepHistory } from './step-history.ts'

let steps: StepHistory
/** What the user went back to. */
let wentTo: string[]
let length: number
let ending: AbortController

const none = (): void => {}
const back = (to: string): void => void wentTo.push(to)
const popped = () =>
  new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))

async function move(by: number): Promise<void> {
  const moved = popped()
  history.go(by)
  await moved
}

beforeEach(() => {
  // A new tab has one entry, of which the tests before this one know nothing.
  history.pushState(null, '', '/?mode=login&tid=acme')
  length = history.length
  wentTo = []
  ending = new AbortController()
  steps = open()
  steps.show('methods', none)
})

afterEach(() => ending.abort())

/** The history of one page load. */
function open(): StepHistory {
  const { signal } = ending
  const addEventListener: typeof window.addEventListener = (
    type: string,
    hear: EventListenerOrEventListenerObject,
  ) => window.addEventListener(type, hear, { signal })
  return createStepHistory({ history, location, addEventListener })
}

describe('a step forward', () => {
  it('each step is an entry with the same URL, and the methods are none', () => {
    expect(history.length).toBe(length)
    steps.show('phoneNumber', back)
    steps.show('phoneNumber', back)
    expect(history.length).toBe(length + 1)
    steps.show('verificationCode', back)
    expect(history.length).toBe(length + 2)
    expect(location.search).toBe('?mode=login&tid=acme')
  })

  it('the entries keep what the engine has noted for the chosen company', () => {
    history.replaceState({ state: 'signIn', selectedTenantInfo: { tenantId: 'acme' } }, '')
    steps.show('phoneNumber', back)
    expect(history.state).toMatchObject({
      state: 'signIn',
      selectedTenantInfo: { tenantId: 'acme' },
    })
  })

  it('after a reload in a step, its entry is used again', () => {
    steps.show('phoneNumber', back)
    const reloaded = open()
    reloaded.show('phoneNumber', back)
    expect(history.length).toBe(length + 1)
  })
})

describe('Back in the browser', () => {
  it('Back goes from the code to the number, and from there to the methods (K7a)', async () => {
    steps.show('phoneNumber', back)
    steps.show('verificationCode', back)
    await move(-1)
    expect(wentTo).toEqual(['step'])
    steps.show('phoneNumber', back)
    await move(-1)
    expect(wentTo).toEqual(['step', 'methods'])
  })

  it('two steps back at once go to the methods', async () => {
    steps.show('phoneNumber', back)
    steps.show('verificationCode', back)
    await move(-2)
    expect(wentTo).toEqual(['methods'])
  })

  it('Forward changes nothing, because the step that was left has no data any more', async () => {
    steps.show('phoneNumber', back)
    await move(-1)
    steps.show('methods', none)
    const returned = new Promise<void>((resolve) => {
      let pops = 0
      window.addEventListener('popstate', () => {
        pops += 1
        if (pops === 2) resolve()
      })
    })
    history.forward()
    await returned
    expect(wentTo).toEqual(['methods'])
    expect(history.state).toBeNull()
  })

  it('after the sign-in, Back reaches no step', async () => {
    steps.show('phoneNumber', back)
    steps.end()
    await move(-1)
    expect(wentTo).toEqual([])
  })

  it('after the sign-in, the history is not moved, because that would stop the way to the application', async () => {
    steps.show('phoneNumber', back)
    steps.show('verificationCode', back)
    steps.end()
    const go = vi.spyOn(history, 'go')
    const moved = popped()
    history.back()
    await moved
    expect(go).not.toHaveBeenCalled()
    expect(wentTo).toEqual([])
    go.mockRestore()
  })
})

describe('a step back on the page', () => {
  it('the entry of the step is left, and the user is asked for nothing', async () => {
    steps.show('phoneNumber', back)
    const moved = popped()
    steps.show('methods', none)
    await moved
    expect(history.state).toBeNull()
    expect(wentTo).toEqual([])
  })

  it('a step that is shown again before the browser has moved keeps an entry', async () => {
    steps.show('phoneNumber', back)
    steps.show('verificationCode', back)
    const moved = popped()
    steps.show('phoneNumber', back)
    steps.show('verificationCode', back)
    await moved
    await vi.waitFor(() => expect(history.state).toEqual({ foyerStep: 2 }))
    expect(wentTo).toEqual([])
  })
})
