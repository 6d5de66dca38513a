import { describe, expect, it } from 'vitest'
import { parseSettings } from '../settings.ts'
import { minimalEnvironment } from '../testing/environment-fixture.ts'

const project = { FOYER_PROJECT_ID: 'demo-proj' }
const mail = {
  FOYER_MAIL_URL: 'smtps://mail.example.com',
  FOYER_MAIL_FROM: 'no-reply@example.com',
}

/** The value of `signInLink` in the page's config, or the errors that prevent the start. */
function signInLinkWith(environment: Record<string, string>, file: object = {}) {
  const parsed = parseSettings(
    { ...minimalEnvironment, FOYER_CONFIG_FILE: 'config.json', ...environment },
    () => JSON.stringify(file),
  )
  return parsed.ok
    ? parsed.settings.config.signInLink
    : parsed.errors.map(({ key, message }) => `${key} ${message}`)
}

describe('sign-in links', () => {
  it('sign-in links are on if email can be sent, unless the config file turns them off', () => {
    expect(signInLinkWith({ ...project, ...mail })).toBe(true)
    expect(signInLinkWith({ ...project, ...mail }, { signInLink: false })).toBe(false)
  })

  it.each([{}, project, mail])('sign-in links are off with only %j', (environment) => {
    expect(signInLinkWith(environment)).toBeUndefined()
  })

  it('sign-in links that the config file turns on need a mail server and a project', () => {
    expect(signInLinkWith(project, { signInLink: true })).toEqual([
      'FOYER_MAIL_URL is needed by signInLink',
    ])
    expect(signInLinkWith(mail, { signInLink: true })).toEqual([
      'FOYER_PROJECT_ID is needed by signInLink',
    ])
  })
})
