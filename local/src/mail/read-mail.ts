import type { Readable } from 'node:stream'
import type { ParsedMail } from 'mailparser'
import { simpleParser } from 'mailparser'

/** A received email, decoded. */
export interface Mail {
  messageId: string | null
  to: string
  subject: string
  text: string
  /** Unchanged. A page that shows it must not let it run scripts. */
  html: string | null
  /** All URLs in the text and in the HTML, without duplicates. */
  links: string[]
}

const WEB_ADDRESS = /https?:\/\/[^\s<>"']+/g

export async function readMail(source: Readable | string): Promise<Mail> {
  const mail = await simpleParser(source, { skipImageLinks: true, skipTextToHtml: true })
  const text = mail.text ?? ''
  const html = mail.html === false || mail.html === undefined ? null : mail.html
  return {
    messageId: mail.messageId ?? null,
    to: addressesOf(mail),
    subject: mail.subject ?? '',
    text,
    html,
    links: [...new Set([...(text.match(WEB_ADDRESS) ?? []), ...linksIn(html ?? '')])],
  }
}

function addressesOf({ to }: ParsedMail): string {
  const groups = to === undefined ? [] : [to].flat()
  return groups.flatMap(({ value }) => value.map(({ address }) => address ?? '')).join(', ')
}

function linksIn(html: string): string[] {
  return (html.match(WEB_ADDRESS) ?? []).map((link) => link.replaceAll('&amp;', '&'))
}
