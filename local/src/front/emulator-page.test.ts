import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newUsers } from '../emulator/demo-accounts.ts'
import { isEmulatorPage, rewriteEmulatorPage } from './emulator-page.ts'

// The sources of the installed emulator, so that this test fails when a new version no longer matches the
// rewriting.
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

describe('rewritten emulator pages', () => {
  it('the emulator’s page loads the provider’s script from this origin', () => {
    const page = '<script src="https://apis.google.com/js/api.js"></script>'
    expect(rewriteEmulatorPage(page, null)).toBe('<script src="/local/gapi.js"></script>')
  })

  it('the emulator’s page loads nothing from other origins, and has our style sheet', () => {
    const page = `<link href="https://fonts.googleapis.com/css2?family=Roboto" rel="stylesheet">
<style>p{}</style>
<script src="https://unpkg.com/a.js"></script>
<script>run()</script>`
    expect(rewriteEmulatorPage(page, null)).toBe(`<style>p{}</style>
<link href="/local/emulator-page.css" rel="stylesheet">
<script>run()</script>`)
  })

  it('the emulator’s account page for Microsoft also lists users who have not signed in with it before', () => {
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
  ])('%s is a page to rewrite: %s', (path, expected) => {
    expect(isEmulatorPage(path)).toBe(expected)
  })

  it.runIf(isInstalled)('the installed emulator has everything that the rewriting replaces', () => {
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
