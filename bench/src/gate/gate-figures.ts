import type { Figure } from '../figures.ts'

/** Of the run at a constant rate. */
export const requestsPerSecond = 1000

/** Medians of the rounds; what is added is taken round by round, against the application alone. */
export interface GateFigures {
  name: string
  p50: Figure
  p99: Figure
  addedP50: Figure
  addedP99: Figure
  perSecond: Figure
  fullyP99: Figure
}

/** A peer that cannot be had here. */
export interface Missing {
  name: string
  why: string
}
