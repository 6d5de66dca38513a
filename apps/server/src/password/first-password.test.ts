import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createChangeClaims } from '../identity/change-claims.ts'
import { createLinkVisitors, linkIn } from '../testing/link-visitors.ts'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'

const email = 'ayse@acme.example'
const tid = 'Acme-x1y2z'
const given = 'chosen by operator 7'
const good = 'deniz kenarında 7 martı'

describeWithEachStore('the first password of a marked account', (database) => {
  let fixture: RegistrationFixture
  let account: ServedAccount
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.reset()
    fixture.platform.onCall = () => {}
    account = fixture.platform.addAccount({
      uid: 'u-1',
      tenantId: tid,
      email,
      emailVerified: true,
      password: given,
      claims: { changePassword: true },
      providers: [{ id: 'password', subject: email }],
    })
  })

  const firstLink = async () => {
    const idToken = fixture.platform.idToken(account)
    return (await fixture.post('/password/first', { idToken })).json<{ link: string }>().link
  }
  const choose = async (link: string, password: string, key: string = randomUUID()) => {
    const answer = await fixture.post('/password', { link, password, language: 'en' }, { key })
    return { statusCode: answer.statusCode, ...answer.json<object>() }
  }
  const expectMark = () =>
    expect(account).toMatchObject({ password: given, claims: { changePassword: true } })

  it('the given password cannot be chosen with the link of a forgotten one either', async () => {
    await fixture.post('/password/link', { email, tid, language: 'en' })
    await fixture.sendMail()
    const link = linkIn(fixture.mailServer.mails.at(-1))
    expect(await choose(link, given)).toMatchObject({ status: 'refused', reason: 'current' })
    expectMark()
    expect(await choose(link, good)).toMatchObject({ status: 'changed' })
    expect(account.claims).toEqual({})
  })

  it('a repeated press cannot set the given password after another one was chosen', async () => {
    const key = randomUUID()
    const link = await firstLink()
    for (const _attempt of ['first', 'repeated'])
      expect(await choose(link, good, key)).toMatchObject({ status: 'changed' })
    expect(await choose(link, given, key)).toMatchObject({ code: 'sign-in-link-expired' })
    expect(account.password).toBe(good)
  })

  it.each([
    ['the same press', 0],
    ['a press on another link', 1],
  ] as const)(
    'while one request replaces the given password, %s cannot set it again',
    async (_what, second) => {
      const links = [await firstLink(), await firstLink()] as const
      const keys = [randomUUID(), randomUUID()] as const
      let other: ReturnType<typeof choose> | undefined
      fixture.platform.onCall = async (verb, { password }) => {
        if (verb !== 'signInWithPassword') return
        // The other request, if it comes so far, is compared with the new password.
        if (password === given) await vi.waitUntil(() => account.password === good)
        else other = choose(links[second], given, keys[second])
        await wait(300)
      }
      expect(await choose(links[0], good, keys[0])).toMatchObject({ status: 'changed' })
      expect(await other).toMatchObject({ code: 'sign-in-link-expired' })
      expect(account).toMatchObject({ password: good, claims: {} })
    },
  )

  it('a request that was so slow that another one may have changed the account since changes nothing', async () => {
    const link = await firstLink()
    fixture.platform.onCall = async (verb) => {
      if (verb === 'signInWithPassword') await fixture.letTimePass()
    }
    expect(await choose(link, good)).toMatchObject({ code: 'aborted' })
    expectMark()
    fixture.platform.onCall = () => {}
    expect(await choose(link, good)).toMatchObject({ status: 'changed' })
  })

  it('a password that is chosen while an email link is refused is replaced like any other', async () => {
    account.providers = []
    const { signInAsStranger, post } = createLinkVisitors(() => fixture, { email, tid })
    const refusable = await signInAsStranger()
    account.providers = [{ id: 'password', subject: email }]
    const link = await firstLink()
    let refusal: ReturnType<typeof post> | undefined
    let isLate = false
    fixture.platform.onCall = async (verb) => {
      if (verb !== 'signInWithPassword') return
      refusal = post('/refuse', { link: refusable })
      await Promise.race([refusal, wait(3_000)])
      isLate = true
    }
    await choose(link, good)
    expect(isLate).toBe(true)
    expect(await refusal).toMatchObject({ status: 'used' })
    expect(account.password).toMatch(/^aA1!/)
  })

  it('the mark and the claim of a new user are removed, although both are removed at the same time', async () => {
    account.claims = { changePassword: true, firstLogin: true, role: 'driver' }
    const link = await firstLink()
    let welcomed: Promise<void> | undefined
    fixture.platform.onCall = (verb, { customAttributes }) => {
      if (verb !== 'update' || customAttributes === undefined || welcomed) return undefined
      const change = createChangeClaims({ database: database(), identity: fixture.identity })
      welcomed = change(account, ({ firstLogin: _firstLogin, ...others }) => others)
      return wait(300)
    }
    expect(await choose(link, good)).toMatchObject({ status: 'changed' })
    await welcomed
    expect(account.claims).toEqual({ role: 'driver' })
  })
})
