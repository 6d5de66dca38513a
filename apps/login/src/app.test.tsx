import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestPage } from './testing/test-page.tsx'
import type { TestPage } from './testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('the parts (A5)', () => {
  it('of the sign-in runs the flow', async () => {
    await page.open()
    expect(page.starts()).toBeGreaterThan(0)
  })

  it('of the registration does not, and is waited for', async () => {
    await page.open('en', 'registration')
    expect(await screen.findByText('Registration')).toBeTruthy()
    expect(page.starts()).toBe(0)
  })
})
