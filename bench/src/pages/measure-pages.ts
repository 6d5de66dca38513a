import type { Measure } from '../outcome.ts'

export const measurePages: Measure = () => Promise.reject(new Error('Not measured yet.'))
