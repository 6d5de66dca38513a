import { describe, expect, it } from 'vitest'
import { LocalError } from './local-error.ts'
import { readSettings } from './settings.ts'

const read = (argv: string[], env: NodeJS.ProcessEnv = {}) => readSettings(argv, env, '/checkout')

const mistakesIn = (argv: string[], env: NodeJS.ProcessEnv = {}) => {
  try {
    read(argv, env)
  } catch (error) {
    if (error instanceof LocalError && error.code === 'invalid-setting') return error.message
    throw error
  }
  return null
}

describe('settings of the local stack', () => {
  it('the default ports are the documented ones', () => {
    expect(read([])).toMatchObject({
      ports: {
        login: 4000,
        server: 4001,
        gate: 4100,
        tenantsGate: 4101,
        app: 4200,
        tenantsApp: 4201,
        emulator: 4300,
        mail: 4400,
        initech: 4500,
      },
      loginOrigin: 'http://localhost:4000',
      gateOrigin: 'http://localhost:4100',
      tenantsGateOrigin: 'http://localhost:4101',
    })
  })

  it('the base port moves all ports', () => {
    const { ports } = read(['--port-base', '5000'])
    expect(ports).toMatchObject({ login: 5000, gate: 5100, emulator: 5300 })
    expect(read([], { FOYER_PORT_BASE: '5000' }).ports).toEqual(ports)
  })

  it('a flag or a variable changes a single port', () => {
    expect(read(['--gate-port', '4444']).ports).toMatchObject({ gate: 4444, login: 4000 })
    expect(read([], { FOYER_TENANTS_GATE_PORT: '4445' }).ports.tenantsGate).toBe(4445)
  })

  it('a flag has priority over the environment', () => {
    expect(read(['--login-port=4010'], { FOYER_LOGIN_PORT: '4020' }).ports.login).toBe(4010)
  })

  it('the server’s data is in the data folder unless a database is configured', () => {
    expect(read([]).databaseUrl).toBeNull()
    expect(read(['--database', 'postgres://localhost/a']).databaseUrl).toBe(
      'postgres://localhost/a',
    )
    expect(read([], { FOYER_DATABASE_URL: 'postgresql://localhost/b' }).databaseUrl).toBe(
      'postgresql://localhost/b',
    )
  })

  it('the DATABASE_URL of another project is ignored', () => {
    expect(read([], { DATABASE_URL: 'postgres://localhost/theirs' }).databaseUrl).toBeNull()
  })

  it('a database URL that is not Postgres is refused, and the error does not contain it', () => {
    const mistakes = mistakesIn(['--database', 'mysql://user:secret@localhost/a'])
    expect(mistakes).toContain('--database')
    expect(mistakes).not.toContain('secret')
  })

  it('two stacks have separate data folders', () => {
    expect(read([]).dataFolder).not.toBe(read(['--port-base', '5000']).dataFolder)
  })

  it.each(['0', '80', '65536', '4000.5', '4e3', 'x', '-1'])('the port "%s" is refused', (port) => {
    expect(mistakesIn([`--login-port=${port}`])).toContain('--login-port')
    expect(mistakesIn([], { FOYER_LOGIN_PORT: port })).toContain('FOYER_LOGIN_PORT')
  })

  it('all errors are reported together', () => {
    const mistakes = mistakesIn(['--login-port=x'], { FOYER_GATE_PORT: 'y' })
    expect(mistakes).toContain('--login-port')
    expect(mistakes).toContain('FOYER_GATE_PORT')
  })

  it('one port for two parts is refused', () => {
    expect(mistakesIn(['--gate-port', '4000'])).toBe(
      '--gate-port: port 4000 is taken by the login page.',
    )
  })

  it('a port that browsers do not open is refused', () => {
    expect(mistakesIn(['--port-base', '6000'])).toBe(
      '--login-port: browsers refuse to open port 6000.',
    )
  })

  it('a base port that is too high is refused', () => {
    expect(mistakesIn(['--port-base', '65500'])).toContain('above 65535')
  })

  it('an unknown flag is refused with a list of the known ones', () => {
    expect(mistakesIn(['--prot-base', '5000'])).toContain('--port-base')
  })
})
