import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { addCodes } from '../errors/error-table.ts'
import { sdkCodes } from '../errors/sdk-codes.ts'
import { rejectionCodes } from '../rejection/rejection-codes.ts'

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// In the page, they come with the identity SDK, whose place is taken by a fake in most tests, and with the script that
// explains rejections.
addCodes(sdkCodes)
addCodes(rejectionCodes)

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
