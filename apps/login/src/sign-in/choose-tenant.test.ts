import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createChooseTenant } from './choose-tenant.ts'
import type { ChooseTenantDeps } from './choose-tenant.ts'
import { createSignInStore, failureIn, show } from './store.ts'

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
    tell: (error, say, retry) => say({ ...failureOf(error, new Date(0)), ...(retry && { retry }) }),
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

  describe('among many companies', () => {
    const ids = Array.from({ length: 60 }, (_each, index) => `company-${index}`)
    const named = (tids: readonly string[]) => ({
      ...demoConfig,
      tenants: Object.fromEntries(tids.map((id) => [id, { name: id.toUpperCase() }])),
    })
    let asked: number[]
    let isDown: boolean
    beforeEach(() => {
      last = 'company-59'
      isNoted = true
      asked = []
      isDown = false
      deps.withTenants = async (tids) => {
        asked.push(tids.length)
        if (isDown && tids.length > 50) throw new CodedError('config-unavailable')
        return named(tids)
      }
    })
    const namesOf = (from: number, to: number) => {
      const { screen } = deps.store.getState()
      return screen.name === 'chooseTenant'
        ? screen.tenants.slice(from, to).map(({ name }) => name)
        : []
    }

    it('the first fifty are shown before the names of the others are known, which a search then finds', async () => {
      const shown: string[][] = []
      deps.store.subscribe(() => shown.push([...namesOf(0, 1), ...namesOf(50, 51)]))
      await choose(ids)
      expect(asked).toEqual([50, 60])
      expect(shown).toEqual([
        ['COMPANY-59', 'company-49'],
        ['COMPANY-59', 'COMPANY-49'],
      ])
      deps.store.run('chooseTenant', 'company-49')
      await expect.poll(() => chosen).toEqual({ tenantId: 'company-49' })
    })

    it('if the names of the others cannot be fetched, the user reads that, and can repeat it', async () => {
      isDown = true
      await choose(ids)
      expect(namesOf(0, 2)).toEqual(['COMPANY-59', 'COMPANY-0'])
      expect(failureIn(deps.store.getState())).toMatchObject({ key: 'SERVICE_UNAVAILABLE' })
      isDown = false
      deps.store.run('retry')
      await expect.poll(() => namesOf(50, 51)).toEqual(['COMPANY-49'])
      expect(failureIn(deps.store.getState())).toBeNull()
    })

    it('names that arrive when the user has left the choice change nothing', async () => {
      let arrive: () => void = () => {}
      const { withTenants } = deps
      deps.withTenants = async (tids) => {
        if (tids.length > 50) await new Promise<void>((resolve) => (arrive = resolve))
        return withTenants(tids)
      }
      await choose(ids)
      show(deps.store, { name: 'loading' })
      arrive()
      await new Promise((resolve) => setTimeout(resolve))
      expect(deps.store.getState().screen).toEqual({ name: 'loading' })
    })
  })
})
