import { describe, expect, it } from 'vitest'
import { parseFunctionSettings } from './function-settings.ts'
import { noProviderLinks } from './provider-links.ts'
import { functionUrlRules } from './provider-settings.ts'

const required = { FOYER_PUBLIC_URL: 'https://login.example.com', FOYER_PROJECT_ID: 'demo-proj' }
const guid = '11111111-1111-4111-8111-111111111111'

describe('the settings of the custom token function', () => {
  it('the function needs only the page and the project', () => {
    expect(parseFunctionSettings({ ...required, FOYER_TENANTS: '' })).toEqual({
      pageOrigin: 'https://login.example.com',
      projectId: 'demo-proj',
      tenants: undefined,
      providers: {
        google: { clientIds: [], tokeninfoUrl: 'https://oauth2.googleapis.com/tokeninfo' },
        microsoft: { clientIds: [], directories: [], graphUrl: 'https://graph.microsoft.com/v1.0' },
      },
    })
  })

  it('the function has the listed tenants, applications and directories', () => {
    const settings = parseFunctionSettings({
      ...required,
      FOYER_TENANTS: 'acme, globex',
      FOYER_GOOGLE_CLIENT_IDS: '1-a.apps.googleusercontent.com',
      FOYER_MICROSOFT_CLIENT_IDS: guid,
      FOYER_MICROSOFT_DIRECTORIES: guid.replaceAll('1', 'a'),
    })
    expect(settings).toMatchObject({
      tenants: { acme: true, globex: true },
      providers: {
        google: { clientIds: ['1-a.apps.googleusercontent.com'] },
        microsoft: { clientIds: [guid], directories: [guid.replaceAll('1', 'a')] },
      },
    })
  })

  it.each([
    `${guid}0`,
    `0${guid}`,
    guid.slice(1),
    guid.slice(0, -1),
    guid.replace('-', ''),
    guid.replaceAll('1', 'A'),
    guid.replaceAll('1', 'g'),
  ])('the id %s is not that of an application or a directory', (id) => {
    const start = (key: string) => () => parseFunctionSettings({ ...required, [key]: id })
    expect(start('FOYER_MICROSOFT_CLIENT_IDS')).toThrow(
      'FOYER_MICROSOFT_CLIENT_IDS must be a comma list of application ids, in small letters',
    )
    expect(start('FOYER_MICROSOFT_DIRECTORIES')).toThrow(
      'FOYER_MICROSOFT_DIRECTORIES must be a comma list of directory ids, in small letters; personal accounts prove no address',
    )
  })

  it('every invalid setting is listed with what it must be', () => {
    const start = () =>
      parseFunctionSettings({
        FOYER_PUBLIC_URL: 'http://login.example.com',
        FOYER_PROJECT_ID: 'X',
        FOYER_TENANTS: '../x',
        FOYER_GOOGLE_CLIENT_IDS: 'evil.example',
        FOYER_COLOUR: 'red',
      })
    for (const message of [
      'The custom token function cannot start: FOYER_PUBLIC_URL must be an https origin such as https://login.example.com, in lower case, with xn-- for other scripts, and with no slash at its end; ',
      'FOYER_PROJECT_ID must be a project id; ',
      'FOYER_TENANTS must be a comma-separated list of tenant ids; ',
      'FOYER_GOOGLE_CLIENT_IDS must be a comma list of OAuth client ids such as 123-abc.apps.googleusercontent.com',
      'FOYER_COLOUR ',
    ]) {
      expect(start).toThrow(message)
    }
  })

  it.each(['FIREBASE_AUTH_EMULATOR_HOST', 'FOYER_GOOGLE_TOKENINFO_URL'])(
    'an empty %s counts as not set',
    (key) => {
      expect(parseFunctionSettings({ ...required, [key]: '' }).projectId).toBe('demo-proj')
    },
  )
})

describe('the URL of the function', () => {
  const [rule] = functionUrlRules
  const isBroken = (url: string | undefined, ...origins: string[]) =>
    rule?.isBroken({
      ...(url !== undefined && { FOYER_FUNCTION_URL: url }),
      FOYER_PUBLIC_URL: 'https://login.example.com',
      FOYER_FUNCTION_ORIGINS: origins,
    })

  it.each([
    [undefined, [], false],
    ['/function/link', [], false],
    ['https://login.example.com/link', [], false],
    ['https://functions.example/link', [], true],
    ['https://functions.example/link', ['https://functions.example'], false],
    ['https://functions.example.evil.test/link', ['https://functions.example'], true],
  ])('the function URL %s with the listed origins %j is refused: %s', (url, origins, expected) => {
    expect(isBroken(url, ...origins)).toBe(expected)
  })

  it('the rule for the function URL says which setting must change', () => {
    expect(rule).toMatchObject({
      key: 'FOYER_FUNCTION_URL',
      message:
        'is on another origin than FOYER_PUBLIC_URL, which FOYER_FUNCTION_ORIGINS must then list',
      reads: ['FOYER_FUNCTION_URL', 'FOYER_PUBLIC_URL', 'FOYER_FUNCTION_ORIGINS'],
    })
  })
})

it('without a database, no link is remembered', async () => {
  const user = { providerId: 'google.com', directory: '', subject: '1', emails: [] } as const
  const given = { ...user, emails: [...user.emails] }
  await noProviderLinks.remember(given, null, 'u-1')
  expect(await noProviderLinks.find(given, null)).toBeNull()
})
