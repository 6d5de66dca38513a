import type { Figure } from '../report/figures.ts'
import type { MemorySample } from './memory.ts'
import type { StoreName } from './start-service.ts'

export interface TypeFigures {
  name: string
  requests: number
  perSecond: Figure
  p50: Figure
  p99: Figure
}

export interface StoreFigures {
  store: StoreName
  types: TypeFigures[]
  /** Emails sent per second while the queue is not empty. */
  emailsPerSecond: Figure
  memory: readonly MemorySample[]
}

export const connections = 16
