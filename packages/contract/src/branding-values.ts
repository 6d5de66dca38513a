import * as v from 'valibot'
import { isContact } from './contact.ts'
import { contrastWithWhite } from './contrast.ts'
import { isHttpsUrl, isOwnPath } from './url.ts'

// The sign-in page reads its branding from the config, and the gate from its settings, by the same rules.

export const text = v.pipe(
  v.string('must be a text'),
  v.trim(),
  v.minLength(1, 'must not be empty'),
)

export const shortText = v.pipe(text, v.maxLength(100, 'must have at most 100 characters'))

/** The URL of an image. */
export const image = v.pipe(
  text,
  v.check(
    // The parser keeps a backslash in a query. In a style sheet, it would escape the closing quote.
    (value) => isOwnPath(value) || (isHttpsUrl(value) && !value.includes('\\')),
    'must be an https address or a path on this site',
  ),
)

/** Where users can get help. */
export const contact = v.pipe(
  text,
  v.check(isContact, 'must be an email address or an https address in its plain spelling'),
)

/** White text is shown on it. */
export const color = v.pipe(
  text,
  v.regex(/^#[0-9a-f]{6}$/i, 'must be a colour written as #rrggbb'),
  v.check(
    (value) => contrastWithWhite(value) >= 4.5,
    'is too light for white text on it: a contrast of 4.5 is needed',
  ),
)
