import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { serverDataFolder, serverEnvironmentFile, serverPart } from './server-part.ts'

function setUp(argv: string[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'foyer-server-part-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const settings = readSettings(argv, {}, root)
  mkdirSync(settings.dataFolder, { recursive: true })
  const keys = {
    provisioning: Buffer.alloc(32, 1),
    partner: Buffer.alloc(32, 2),
    signing: Buffer.alloc(32, 3),
  }
  const shell = { PATH: '/bin', DATABASE_URL: 'postgres://theirs' }
  return { settings, plan: () => serverPart(settings, root, shell, keys) }
}

it('without a database, the server stores its data in its own folder and creates its own key', () => {
  const { settings, plan } = setUp()
  const { env } = plan()
  expect(env).toMatchObject({ FOYER_DATA: serverDataFolder(settings) })
  expect(env).not.toHaveProperty('DATABASE_URL')
  expect(env).not.toHaveProperty('FOYER_SIGNING_KEY')
})

it('with a database, the server gets its URL and a key', () => {
  const { plan } = setUp(['--database', 'postgres://localhost/ours'])
  expect(plan().env).toMatchObject({
    DATABASE_URL: 'postgres://localhost/ours',
    FOYER_SIGNING_KEY: Buffer.alloc(32, 3).toString('base64'),
  })
})

it('the server starts without the data of the run before', () => {
  const { settings, plan } = setUp()
  plan()
  const left = join(serverDataFolder(settings), 'left')
  writeFileSync(left, '')
  plan()
  expect(existsSync(left)).toBe(false)
})

it('the server’s settings are written to a file for operator commands, readable only by its owner', () => {
  const { settings, plan } = setUp()
  const { env } = plan()
  const file = serverEnvironmentFile(settings)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  for (const line of lines) {
    const [name = '', ...value] = line.split('=')
    expect(env[name]).toBe(value.join('='))
  }
  expect(lines).toContain('FOYER_MODE=local')
})
