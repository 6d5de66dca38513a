import type { PageAction } from '../scenario.ts'
import type { ErrorRecord, Trace } from '../trace.ts'
import { moveOn } from './clock.ts'
import { createHandler, errors, nameOf } from './handler.ts'
import { entriesBefore, record, script } from './record.ts'

export interface Subject {
  start(): Promise<void>
  getOriginalURL(): Promise<string | null>
}

declare global {
  interface Window {
    conformance: {
      act(action: PageAction): void
      moveOn(seconds: number): void
      end(): Omit<Trace, 'events' | 'requests'>
    }
  }
}

/** Runs a library in this page and lets the runner control it. */
export function drive(
  Authentication: new (handler: object) => Subject,
  handlerOf: () => object = createHandler,
): void {
  let subject: Subject | undefined
  window.conformance = { act, end, moveOn }
  try {
    subject = new Authentication(handlerOf())
  } catch (error) {
    record(`constructor threw ${nameOf(error)}`)
  }
  if (subject && !script.waits) act('start')
  else record('ready')

  function act(action: PageAction): void {
    if (action === 'back') history.back()
    else if (action === 'forward') history.forward()
    else if (action === 'retry') follow('retry', retryLast)
    else if (action === 'start') follow('start', () => subject?.start())
    else follow('getOriginalURL', () => subject?.getOriginalURL())
  }
}

function follow(name: string, run: () => Promise<unknown> | undefined): void {
  record(`started ${name}`)
  // A library may throw at once instead of rejecting; a caller who awaits sees the same.
  void (async () => run())().then(
    (value) => record(`settled ${name} ${JSON.stringify(value)}`),
    (error: unknown) => record(`settled ${name} with ${nameOf(error)}`),
  )
}

function retryLast(): Promise<unknown> | undefined {
  return (errors.at(-1) as { retry?(): Promise<unknown> } | undefined)?.retry?.()
}

function describe(error: unknown): ErrorRecord {
  const { code, message, httpErrorCode, retry } = error as Record<string, unknown>
  return {
    code: typeof code === 'string' ? code : null,
    message: String(message),
    httpErrorCode: typeof httpErrorCode === 'number' ? httpErrorCode : null,
    retry: typeof retry === 'function',
  }
}

function end(): Omit<Trace, 'events' | 'requests'> {
  return {
    errors: errors.map(describe),
    storage: readStorage(),
    history: {
      address: location.href,
      added: history.length - entriesBefore,
    },
  }
}

/** The content of local storage; empty if the browser or the scenario blocks it. */
function readStorage(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(localStorage))
  } catch {
    return {}
  }
}
