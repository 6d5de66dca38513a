import type { Figure } from '../report/figures.ts'

/** The request rate of the run at a constant rate. */
export const requestsPerSecond = 1000

/** Medians of the rounds. Added times are differences to the application alone in the same round. */
export interface GateFigures {
  name: string
  p50: Figure
  p99: Figure
  addedP50: Figure
  addedP99: Figure
  perSecond: Figure
  fullyP99: Figure
}

/** A peer that is not available on this machine. */
export interface Missing {
  name: string
  why: string
}
