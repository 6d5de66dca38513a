import type { Measure } from '../outcome.ts'

export const measureGate: Measure = () => Promise.reject(new Error('Not measured yet.'))
