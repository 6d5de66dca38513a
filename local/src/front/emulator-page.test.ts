import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
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
    expect(rewriteEmulatorPage(page)).toBe('<script src="/local/gapi.js"></script>')
  })

  it('drops what would be fetched from outside and adds our style sheet', () => {
    const page = `<link href="https://fonts.googleapis.com/css2?family=Roboto" rel="stylesheet">
<style>p{}</style>
<script src="https://unpkg.com/a.js"></script>
<script>run()</script>`
    expect(rewriteEmulatorPage(page)).toBe(`<style>p{}</style>
<link href="/local/emulator-page.css" rel="stylesheet">
<script>run()</script>`)
  })

  it('leaves a Microsoft address unproven', () => {
    expect(rewriteEmulatorPage('email_verified: true, // TODO')).toBe(
      "email_verified: providerId !== 'microsoft.com', // TODO",
    )
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
    expect(accounts).toContain('email_verified: true,')
    for (const page of [frame, accounts]) {
      const requests = /(?:src|href)="(?:https?:)?\/\/[^"]*"/.exec(rewriteEmulatorPage(page))
      expect(requests).toBeNull()
    }
  })
})
