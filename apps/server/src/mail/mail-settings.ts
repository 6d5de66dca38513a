import * as v from 'valibot'
import { numberSetting } from '../settings/number-setting.ts'
import type { Rule } from '../settings/setting-error.ts'
import type { MailFeature } from './mail-features.ts'

export interface MailSettings {
  url: string
  from: string
  /** How many emails are sent at once. */
  connections: number
}

export const mailEnvironment = {
  FOYER_MAIL_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
        'must be an address such as smtps://user:password@mail.example.com',
      ),
    ),
  ),
  FOYER_MAIL_CONNECTIONS: numberSetting(1, 100, '10'),
  FOYER_MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:[^<>\r\n"]{1,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an address such as Example <no-reply@example.com>',
      ),
    ),
  ),
}

const environmentSchema = v.object(mailEnvironment)
type Given = v.InferOutput<typeof environmentSchema>

/** Null if the server sends no email. */
export function toMailSettings({
  FOYER_MAIL_URL: url,
  FOYER_MAIL_FROM: from,
  FOYER_MAIL_CONNECTIONS: connections,
}: Given): MailSettings | null {
  return url === undefined || from === undefined ? null : { url, from, connections }
}

export const mailRules: Rule<Given>[] = [
  {
    key: 'FOYER_MAIL_FROM',
    message: 'is needed by FOYER_MAIL_URL',
    reads: ['FOYER_MAIL_URL', 'FOYER_MAIL_FROM'],
    isBroken: (given) => given.FOYER_MAIL_URL !== undefined && given.FOYER_MAIL_FROM === undefined,
  },
  {
    key: 'FOYER_MAIL_URL',
    message: 'is needed by FOYER_MAIL_FROM',
    reads: ['FOYER_MAIL_URL', 'FOYER_MAIL_FROM'],
    isBroken: (given) => given.FOYER_MAIL_URL === undefined && given.FOYER_MAIL_FROM !== undefined,
  },
]

/** The settings that a feature needs. @param needed without a mail server if the feature sends no email */
export function mailFeatureRules(
  feature: MailFeature,
  needed: readonly ('FOYER_PROJECT_ID' | 'FOYER_MAIL_URL')[] = [
    'FOYER_PROJECT_ID',
    'FOYER_MAIL_URL',
  ],
): Rule<Given & { FOYER_PROJECT_ID?: string | undefined }>[] {
  return needed.map((key) => ({
    key,
    message: `is needed by ${feature}`,
    reads: [key],
    isBroken: (given) => given[key] === undefined,
  }))
}
