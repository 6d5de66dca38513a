import * as v from 'valibot'
import type { Fault } from '../fault.ts'

export interface MailSettings {
  url: string
  from: string
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

/** Null when no mail is sent. */
export function toMailSettings({
  FOYER_MAIL_URL: url,
  FOYER_MAIL_FROM: from,
}: Given): MailSettings | null {
  return url === undefined || from === undefined ? null : { url, from }
}

export function mailConflicts(
  given: Given & { FOYER_PROJECT_ID?: string | undefined },
  isSelfRegistrationOn: boolean,
): Fault[] {
  const { FOYER_MAIL_URL: url, FOYER_MAIL_FROM: from } = given
  if (isSelfRegistrationOn && given.FOYER_PROJECT_ID === undefined)
    return [{ key: 'FOYER_PROJECT_ID', message: 'is needed by selfRegistration' }]
  if (url === undefined && isSelfRegistrationOn)
    return [{ key: 'FOYER_MAIL_URL', message: 'is needed by selfRegistration' }]
  if (url !== undefined && from === undefined)
    return [{ key: 'FOYER_MAIL_FROM', message: 'is needed by FOYER_MAIL_URL' }]
  if (url === undefined && from !== undefined)
    return [{ key: 'FOYER_MAIL_URL', message: 'is needed by FOYER_MAIL_FROM' }]
  return []
}
