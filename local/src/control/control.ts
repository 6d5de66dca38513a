import { LocalError } from '../settings/local-error.ts'
import type { Part, PartState } from '../parts/part.ts'

const actions = ['start', 'stop', 'kill'] as const

interface Status {
  ready: boolean
  parts: { name: string; state: PartState }[]
}

/** Lets a test, or a person with curl, take parts of the stack away and put them back. */
export interface Control {
  status(): Status
  /** @param wish `{part}/{start|stop|kill}`; settles when it is done */
  act(wish: string): Promise<{ status: number; body: object }>
}

export function createControl(parts: Part[]): Control {
  const status = () => ({
    ready: parts.every((part) => part.state() === 'ready'),
    parts: parts.map((part) => ({ name: part.name, state: part.state() })),
  })

  return {
    status,
    act: async (wish) => {
      const [partName, actionName, ...rest] = wish.split('/')
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
