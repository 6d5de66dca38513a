import { LocalError } from '../settings/local-error.ts'
import type { Part, PartState } from '../parts/part.ts'

const actions = ['start', 'stop', 'kill'] as const

interface Status {
  ready: boolean
  parts: { name: string; state: PartState }[]
}

/** Stops, kills and starts parts of the stack, for tests and for use with curl. */
export interface Control {
  status(): Status
  /** @param command `{part}/{start|stop|kill}`. Resolves when it is done. */
  act(command: string): Promise<{ status: number; body: object }>
}

export function createControl(parts: Part[]): Control {
  const status = () => ({
    ready: parts.every((part) => part.state() === 'ready'),
    parts: parts.map((part) => ({ name: part.name, state: part.state() })),
  })

  return {
    status,
    act: async (command) => {
      const [partName, actionName, ...rest] = command.split('/')
      const part = parts.find(({ name }) => name === partName)
      const action = actions.find((name) => name === actionName)
      if (part === undefined || action === undefined || rest.length > 0) {
        const names = parts.map(({ name }) => name).join(', ')
        return { status: 404, body: { error: `Known: {${names}}/{${actions.join(', ')}}.` } }
      }
      try {
        await part[action]()
        return { status: 200, body: status() }
      } catch (error) {
        if (!(error instanceof LocalError)) throw error
        return { status: 500, body: { error: error.message, ...status() } }
      }
    },
  }
}
