import * as v from 'valibot'
import { parseDomain } from './email-address.ts'

/** A domain of email addresses, as an operator writes it. The result is its canonical form. */
export const emailDomain = v.pipe(
  v.string('must be a domain such as acme.example'),
  v.transform((text) => parseDomain(text) ?? ''),
  v.nonEmpty('must be a domain such as acme.example'),
)
