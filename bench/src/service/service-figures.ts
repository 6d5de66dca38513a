import type { Figure } from '../figures.ts'
import type { MemorySample } from './memory.ts'
import type { StoreName } from './start-service.ts'

export interface KindFigures {
  name: string
  requests: number
  perSecond: Figure
  p50: Figure
  p99: Figure
}

export interface StoreFigures {
  store: StoreName
  kinds: KindFigures[]
  /** Mails that went out each second once they were queued. */
  mailsPerSecond: Figure
  memory: readonly MemorySample[]
}

export const connections = 16
