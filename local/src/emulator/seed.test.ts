import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { objectIdOf } from '../providers/object-id.ts'
import { seedDemoAccounts, toUploadedUser } from './seed.ts'

interface Upload {
  path: string
  isOwner: boolean
  allowOverwrite: boolean
  ids: string[]
}

/** Simulates the emulator's upload, which refuses the users whose ids are in `refused`. */
async function startEmulator(refused: string[] = []) {
  const uploads: Upload[] = []
  const configured: unknown[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.method === 'PATCH') {
        configured.push([request.url, body])
        return response.end('{}')
      }
      const { allowOverwrite, users } = body as {
        allowOverwrite: boolean
        users: { localId: string }[]
      }
      const ids = users.map(({ localId }) => localId)
      const isOwner = request.headers.authorization === 'Bearer owner'
      uploads.push({ path: request.url ?? '', isOwner, allowOverwrite, ids })
      const error = ids.flatMap((id, index) =>
        refused.includes(id) ? [{ index, message: 'no' }] : [],
      )
      return response.end(JSON.stringify({ error }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { uploads, configured, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('seeding', () => {
  it('seeding uploads each demo account to its tenant and overwrites existing ones', async () => {
    const { uploads, url } = await startEmulator()
    await seedDemoAccounts(url)
    const project = '/identitytoolkit.googleapis.com/v1/projects/demo-foyer'
    const sorted = uploads.toSorted(
      (a, b) => b.ids.length - a.ids.length || (a.path < b.path ? -1 : 1),
    )
    expect(sorted).toEqual([
      expect.objectContaining({ path: `${project}/accounts:batchCreate` }),
      expect.objectContaining({
        ids: ['demo-james-carter', 'demo-oya-gunes', 'demo-tarik-polat', 'demo-lara-stein'],
      }),
      expect.objectContaining({ ids: ['demo-elif-kaya', 'demo-kerem-aslan'] }),
      expect.objectContaining({ ids: ['demo-pelin-aksoy', 'demo-efe-yildiz'] }),
    ])
    expect(uploads.map(({ path }) => path)).toContain(
      `${project}/tenants/acme-1a2b3/accounts:batchCreate`,
    )
    expect(uploads.every(({ isOwner, allowOverwrite }) => isOwner && allowOverwrite)).toBe(true)
  })

  it('seeding turns on email enumeration protection (K4)', async () => {
    const { configured, url } = await startEmulator()
    await seedDemoAccounts(url)
    expect(configured).toEqual([
      [
        '/emulator/v1/projects/demo-foyer/config',
        { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } },
      ],
    ])
  })

  it('seeding fails if the emulator refuses an account, although its status is 200', async () => {
    const { url } = await startEmulator(['demo-mark-evans'])
    await expect(seedDemoAccounts(url)).rejects.toMatchObject({ code: 'seed-refused' })
  })
})

describe('uploaded accounts', () => {
  const account = { uid: 'u', name: 'Ünal', purpose: '' }

  it('an uploaded Google account has a verified email address', () => {
    const signIn = { provider: 'google.com', email: 'u@example.com' } as const
    expect(toUploadedUser({ ...account, signIn })).toMatchObject({
      email: 'u@example.com',
      emailVerified: true,
      disabled: false,
      providerUserInfo: [{ providerId: 'google.com', rawId: 'u' }],
    })
  })

  it('an uploaded Microsoft account has an unverified email address', () => {
    const signIn = { provider: 'microsoft.com', email: 'u@example.com' } as const
    expect(toUploadedUser({ ...account, signIn })).toMatchObject({
      emailVerified: false,
      providerUserInfo: [{ providerId: 'microsoft.com', rawId: objectIdOf('u') }],
    })
  })

  it('an uploaded Google account can have an unverified email address', () => {
    const signIn = { provider: 'google.com', email: 'u@example.com' } as const
    const user = toUploadedUser({ ...account, signIn, isEmailUnverified: true })
    expect(user).toMatchObject({ emailVerified: false })
  })

  it('an uploaded account may have no provider, and then signs in with a link (K6a)', () => {
    const signIn = { provider: null, email: 'u@example.com' } as const
    expect(toUploadedUser({ ...account, signIn })).toMatchObject({
      emailVerified: true,
      providerUserInfo: [],
    })
  })

  it('an uploaded account has its claims, its tenant and whether it is disabled', () => {
    const signIn = { phoneNumber: '+905550000001' }
    const user = toUploadedUser({
      ...account,
      signIn,
      tenantId: 'acme-1a2b3',
      claims: { firstLogin: true },
      isDisabled: true,
    })
    expect(user).toEqual({
      localId: 'u',
      displayName: 'Ünal',
      disabled: true,
      tenantId: 'acme-1a2b3',
      customAttributes: '{"firstLogin":true}',
      phoneNumber: '+905550000001',
    })
  })
})
