import type { Measure } from '../outcome.ts'

export const measureService: Measure = () => Promise.reject(new Error('Not measured yet.'))
