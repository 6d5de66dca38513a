import { screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestPage } from '../../testing/test-page.tsx'
import type { TestPage } from '../../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('loading view (A1)', () => {
  it('is what index.html shows before any script', async () => {
    await page.open()
    const html = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8')
    const painted = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
    const flat = (element: Element | null): string =>
      (element?.outerHTML ?? '').replace(/>\s+</g, '><').replace(/\s+/g, ' ')
    expect(flat(painted)).toBe(flat(screen.getByRole('main')))
  })

  it('speaks Turkish', async () => {
    await page.open('tr')
    expect(screen.getByRole('heading', { name: 'HOŞ GELDİNİZ' })).toBeTruthy()
    expect(screen.getByText('Birkaç saniye kaldı')).toBeTruthy()
    expect(document.title).toBe('Giriş')
  })
})
