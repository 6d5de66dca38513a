import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'
import { MemoryHandler } from '../testing/memory-identity.ts'

it('the handler is called only when the progress is shown or hidden, not when it stays the same', () => {
  const handler = new MemoryHandler('key')
  const progress = createProgress(handler)
  progress.hide()
  expect(handler.calls).toEqual([])
  progress.show()
  progress.show()
  expect(handler.calls).toEqual(['showProgressBar'])
  progress.hide()
  progress.hide()
  progress.show()
  expect(handler.calls).toEqual(['showProgressBar', 'hideProgressBar', 'showProgressBar'])
})
