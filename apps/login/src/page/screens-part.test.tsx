import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { failureOf } from '../errors/failure.ts'
import { noteRegistered, takeRegistered } from '../sign-in/registered-note.ts'
import { show, type SignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createTestPage } from '../testing/test-page.tsx'
import { templateId } from '../prerendered/prerendered.ts'
import { openScreensPart } from './screens-part.ts'

const told = 'You already have an account. Please sign in.'
const time = 1_000_000

let tabStorage: SafeStorage
let place: HTMLElement

beforeEach(() => {
  tabStorage = createMemoryStorage()
  place = document.body.appendChild(document.createElement('div'))
})

afterEach(() => place.remove())

async function openButtons(): Promise<void> {
  const { store, signInButtons } = createTestPage()
  store.setState({ config: demoConfig })
  show(store, signInButtons)
  await act(() => openScreensPart(depsWith(store), 'sign-in'))
}

function depsWith(store: SignInStore) {
  const notNeeded = () => Promise.reject(new Error('not asked for'))
  return {
    place,
    language: 'en',
    ask: notNeeded,
    store,
    isPrerendered: () => false,
    loadChunk: notNeeded,
    loadConfig: notNeeded,
    storage: createMemoryStorage(),
    tabStorage,
    failureOf: (error: unknown) => failureOf(error, new Date(0)),
    shownLanguage: () => 'en' as const,
    answerLimitMs: 1_000,
    randomId: () => 'id',
    now: () => time,
    stepHistory: { show() {}, end() {} },
    onLanguage() {},
    signIn() {},
  } as const
}

it('the buttons say once that a user who wanted to register has an account', async () => {
  noteRegistered(tabStorage, time)
  await openButtons()
  expect(screen.getByText(told)).toBeTruthy()
  expect(takeRegistered(tabStorage, time)).toBe(false)
})

it('the buttons say nothing about a registration of ten minutes ago', async () => {
  noteRegistered(tabStorage, time - 600_000)
  await openButtons()
  expect(screen.queryByText(told)).toBeNull()
})

it('the marks of prerendered buttons are loaded before React is, also if the page still waits for its project', async () => {
  vi.resetModules()
  const { hasMarks } = await import('../ui/provider-mark.tsx')
  const { openScreensPart: openAgain } = await import('./screens-part.ts')
  const buttons = ['google.com', 'oidc.initech']
  expect([hasMarks(['google.com']), hasMarks(buttons)]).toEqual([true, false])
  const template = document.createElement('template')
  template.id = templateId('en')
  template.innerHTML = buttons.map((id) => `<button data-method="${id}"></button>`).join('')
  document.body.append(template)
  await act(() => openAgain(depsWith(createTestPage().store), 'sign-in'))
  template.remove()
  expect(hasMarks(buttons)).toBe(true)
})
