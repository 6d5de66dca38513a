import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoConfig } from '../testing/demo-config.ts'
import { createChooseTenant } from './choose-tenant.ts'
import type { ChooseTenantDeps } from './choose-tenant.ts'
import { createSignInStore } from './store.ts'

const config = {
  ...demoConfig,
  tenants: { acme: { name: 'Acme' }, globex: { name: 'Globex' }, initech: { name: 'Initech' } },
}

let deps: ChooseTenantDeps
let isNoted: boolean
let canNote: boolean
let last: string | null
let isSignedIn: boolean
let chosen: SelectedTenantInfo | null

beforeEach(() => {
  isNoted = false
  canNote = true
  last = 'globex'
  isSignedIn = false
  chosen = null
  deps = {
    withTenants: async () => config,
    store: createSignInStore(),
    lastTenant: { recall: () => last },
    loadFindCompany: () => Promise.reject(new Error('The companies are listed.')),
    tenantChoice: {
      isNoted: () => isNoted,
      note() {
        isNoted = canNote
        return canNote
      },
    },
    isSignedInTo: () => isSignedIn,
  }
})

async function choose(tids = ['acme', 'globex', 'initech']): Promise<void> {
  chosen = null
  void createChooseTenant(deps)(tids, () => true).then((info) => {
    chosen = info
  })
  await new Promise((resolve) => setTimeout(resolve))
}

const listed = () => {
  const { screen } = deps.store.getState()
  return screen.name === 'chooseTenant'
    ? { names: screen.tenants.map(({ name }) => name), lastUsed: screen.lastUsed }
    : screen.name
}

describe('the choice of a company', () => {
  it('the buttons of the company used last are opened directly, without a frame of the list', async () => {
    const screens: string[] = []
    deps.store.subscribe(({ screen }) => screens.push(screen.name))
    await choose()
    expect(chosen).toEqual({ tenantId: 'globex' })
    expect(screens).toEqual([])
  })

  it('back at the choice, the companies are listed with the one used last first (C8a)', async () => {
    await choose()
    await choose()
    expect(chosen).toBeNull()
    expect(listed()).toEqual({ names: ['Globex', 'Acme', 'Initech'], lastUsed: 'globex' })
    deps.store.run('chooseTenant', 'acme')
    await expect.poll(() => chosen).toEqual({ tenantId: 'acme' })
  })

  it('a company whose account is stored is listed first and not opened, because it would show no way to another one', async () => {
    isSignedIn = true
    await choose()
    expect(listed()).toEqual({ names: ['Globex', 'Acme', 'Initech'], lastUsed: 'globex' })
    expect(isNoted).toBe(true)
  })

  it('a company that the config does not list any longer is not opened', async () => {
    last = 'removed'
    await choose(['acme', 'removed'])
    expect(chosen).toBeNull()
    expect(listed()).toMatchObject({ lastUsed: 'removed' })
  })

  it('without storage the companies are listed, because Back would lead to the same buttons again', async () => {
    canNote = false
    await choose()
    expect(listed()).toMatchObject({ lastUsed: 'globex' })
  })

  it('a browser without an earlier sign-in lists the companies in their order', async () => {
    last = null
    await choose()
    expect(listed()).toEqual({ names: ['Acme', 'Globex', 'Initech'], lastUsed: undefined })
  })

  it('the only company of a session is listed, and leads to no choice', async () => {
    await choose(['globex'])
    expect(listed()).toEqual({ names: ['Globex'], lastUsed: undefined })
    expect(isNoted).toBe(false)
  })
})
