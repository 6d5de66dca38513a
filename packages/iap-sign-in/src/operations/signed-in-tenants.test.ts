import { expect, it } from 'vitest'
import { createSignedInTenants } from './signed-in-tenants.ts'
import { MemoryBrowser } from '../testing/memory-browser.ts'

const key = 'ciap:auth-tenants:12345'

function scene() {
  const browser = new MemoryBrowser('https://login.example.com/')
  const open = () => createSignedInTenants(browser.runtime.storage, '12345')
  return { browser, open, tenants: open() }
}

it('the list of tenants has each tenant once, under the key of the public client library (B8b)', () => {
  const { browser, tenants } = scene()
  tenants.add('acme')
  tenants.add('_12345')
  tenants.add('acme')
  expect(browser.stored.get(key)).toBe('["acme","_12345"]')
  tenants.remove('acme')
  expect(browser.stored.get(key)).toBe('["_12345"]')
  tenants.remove('_12345')
  expect(browser.stored.has(key)).toBe(false)
})

it('the list of tenants has what another tab added', () => {
  const { open, tenants } = scene()
  open().add('globex')
  tenants.add('acme')
  expect(tenants.list()).toEqual(['globex', 'acme'])
  tenants.remove('globex')
  expect(open().list()).toEqual(['acme'])
})

it.each(['undefined', '{', '[object Object]', 'null', '{"acme":true}', '[1]', '"acme"', ''])(
  'the stored text %j counts as no tenant and is replaced',
  (text) => {
    const { browser, tenants } = scene()
    browser.stored.set(key, text)
    expect(tenants.list()).toEqual([])
    tenants.add('acme')
    expect(browser.stored.get(key)).toBe('["acme"]')
  },
)

it('the list of tenants is kept for the life of the page if storage is blocked', () => {
  const { browser, tenants } = scene()
  browser.isStorageBlocked = true
  tenants.add('acme')
  tenants.add('globex')
  tenants.remove('acme')
  expect(tenants.list()).toEqual(['globex'])
})

it('the list of tenants is shared with other tabs once storage is no longer blocked', () => {
  const { browser, open, tenants } = scene()
  browser.isStorageBlocked = true
  tenants.add('acme')
  browser.isStorageBlocked = false
  tenants.add('globex')
  expect(browser.stored.get(key)).toBe('["acme","globex"]')
  open().add('_12345')
  expect(tenants.list()).toEqual(['acme', 'globex', '_12345'])
})
