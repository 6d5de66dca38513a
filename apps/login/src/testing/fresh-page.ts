import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'

// The test files of one worker share its document, because creating one takes longer than most of them run.
beforeAll(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
  for (const name of document.documentElement.getAttributeNames()) {
    document.documentElement.removeAttribute(name)
  }
})
afterEach(cleanup)
