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

it('keeps its rows in its own folder, and makes its own key, unless a database is named', () => {
  const { settings, plan } = setUp()
  const { env } = plan()
  expect(env).toMatchObject({ FOYER_DATA: serverDataFolder(settings) })
  expect(env).not.toHaveProperty('DATABASE_URL')
  expect(env).not.toHaveProperty('FOYER_SIGNING_KEY')
})

it('takes the database that is named, with a key', () => {
  const { plan } = setUp(['--database', 'postgres://localhost/ours'])
  expect(plan().env).toMatchObject({
    DATABASE_URL: 'postgres://localhost/ours',
    FOYER_SIGNING_KEY: Buffer.alloc(32, 3).toString('base64'),
  })
})

it('starts with no rows of the run before', () => {
  const { settings, plan } = setUp()
  plan()
  const left = join(serverDataFolder(settings), 'left')
  writeFileSync(left, '')
  plan()
  expect(existsSync(left)).toBe(false)
})

it('writes its settings down for the operator’s commands, for nobody else to read', () => {
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
