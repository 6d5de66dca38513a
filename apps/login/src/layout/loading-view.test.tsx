import { cleanup, render, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { LoadingView } from './loading-view.tsx'
import { createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('the loading view', () => {
  it('the loading view is in index.html, so that it is shown before any script has run (A1a)', async () => {
    await page.open()
    const html = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
    const painted = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
    const flat = (element: Element | null): string =>
      (element?.outerHTML ?? '').replace(/>\s+</g, '><').replace(/\s+/g, ' ')
    expect(flat(painted)).toBe(flat(screen.getByRole('main')))
    expect(painted?.querySelector('h1')?.textContent).toBe('WELCOME')
    expect(painted?.textContent).toContain('Just a few seconds left')
    expect(painted?.querySelector('.loading svg')).not.toBeNull()
  })

  it('the loading view has its Turkish texts', async () => {
    await page.open('tr')
    expect(screen.getByRole('heading', { name: 'HOŞ GELDİNİZ' })).toBeTruthy()
    expect(screen.getByText('Birkaç saniye kaldı')).toBeTruthy()
    expect(document.title).toBe('Giriş')
  })

  it('the loading view shows header and sub text only if it has them (A6b)', () => {
    render(<LoadingView />)
    expect(document.body.textContent).toBe('')
    expect(document.querySelector('.loading svg')).not.toBeNull()
    cleanup()
    render(<LoadingView header="WELCOME" />)
    expect(document.body.textContent).toBe('WELCOME')
    cleanup()
    render(<LoadingView header="WELCOME" subText="Just a few seconds left" />)
    expect(document.body.textContent).toBe('WELCOMEJust a few seconds left')
  })

  it('the sub text of the loading view may end in a smile (A6c)', () => {
    render(<LoadingView subText="Thank you" smiling />)
    expect(document.body.textContent).toBe('Thank you 😊')
    // A screen reader would read the name of the emoji.
    expect(screen.getByRole('heading', { name: 'Thank you' })).toBeTruthy()
    cleanup()
    render(<LoadingView subText="Thank you" />)
    expect(screen.getByText('Thank you')).toBeTruthy()
  })
})
