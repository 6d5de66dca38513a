import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newUsers } from '../emulator/demo-accounts.ts'
import { isEmulatorPage, rewriteEmulatorPage } from './emulator-page.ts'

// The emulator's own sources, so that a new version of it cannot outgrow the rewriting unnoticed.
const source = (file: string) =>
  readFileSync(
    new URL(
      `../../emulator/node_modules/firebase-tools/lib/emulator/auth/${file}`,
      import.meta.url,
    ),
    'utf8',
  )

const isInstalled = (() => {
  try {
    return source('handlers.js') !== ''
  } catch {
    return false
  }
})()

describe('rewriting the emulator’s pages', () => {
  it('takes the provider’s script from this origin', () => {
    const page = '<script src="https://apis.google.com/js/api.js"></script>'
    expect(rewriteEmulatorPage(page, null)).toBe('<script src="/local/gapi.js"></script>')
  })

  it('drops what would be fetched from outside and adds our style sheet', () => {
    const page = `<link href="https://fonts.googleapis.com/css2?family=Roboto" rel="stylesheet">
<style>p{}</style>
<script src="https://unpkg.com/a.js"></script>
<script>run()</script>`
    expect(rewriteEmulatorPage(page, null)).toBe(`<style>p{}</style>
<link href="/local/emulator-page.css" rel="stylesheet">
<script>run()</script>`)
  })

  it('adds to Microsoft’s accounts those who have not come that way before', () => {
    const [first, second] = newUsers
    const list = `<span>${first?.email}</span><li id="add-account-button" class="x">`
    const page = rewriteEmulatorPage(list, 'microsoft.com')
    expect(page.split(`>${first?.email}<`)).toHaveLength(2)
    expect(page.split(`>${second?.email}<`)).toHaveLength(2)
    expect(page).toMatch(/<\/li>\s*<li id="add-account-button" class="x">$/)
    expect(rewriteEmulatorPage(list, 'google.com')).toBe(list)
  })

  it.each([
    ['/emulator/auth/handler', true],
    ['/emulator/auth/iframe', true],
    ['/emulator/auth/handler2', false],
    ['/emulator/v1/projects/x/config', false],
    ['/', false],
  ])('knows whether %s is such a page', (path, expected) => {
    expect(isEmulatorPage(path)).toBe(expected)
  })

  it.runIf(isInstalled)('finds everything that it changes in the installed emulator', () => {
    const frame = source('handlers.js')
    const accounts = source('widget_ui.js')
    expect(frame).toContain('https://apis.google.com/js/api.js')
    expect(accounts).toContain('<li id="add-account-button"')
    for (const page of [frame, accounts]) {
      const requests = /(?:src|href)="(?:https?:)?\/\/[^"]*"/.exec(rewriteEmulatorPage(page, null))
      expect(requests).toBeNull()
    }
  })
})
