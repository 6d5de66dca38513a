import { expect, it } from 'vitest'
import { readMail } from './read-mail.ts'

const mail = (lines: string[]) => readMail(lines.join('\r\n'))

it('recipient, subject and both bodies of an email are decoded from any encoding', async () => {
  const read = await mail([
    'From: foyer@example.com',
    'To: =?UTF-8?Q?Ay=C5=9Fe?= <ayse@example.com>',
    'Message-ID: <1@example.com>',
    'Subject: =?UTF-8?Q?Ho=C5=9F_geldiniz?=',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'A=C3=A7: http://localhost:4000/registration#confirmation=3Da.b.c',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<a href="http://localhost:4000/registration#confirmation=a.b.c">Aç</a>',
    '<a href="http://localhost:4000/x?a=1&amp;b=2">x</a>',
    '--b--',
  ])
  expect(read).toMatchObject({
    messageId: '<1@example.com>',
    to: 'ayse@example.com',
    subject: 'Hoş geldiniz',
    links: [
      'http://localhost:4000/registration#confirmation=a.b.c',
      'http://localhost:4000/x?a=1&b=2',
    ],
  })
  expect(read.text).toContain('Aç: ')
  expect(read.html).toContain('<a href=')
})

it('an email without HTML has no HTML body', async () => {
  expect(await mail(['Subject: x', '', 'Text alone.'])).toMatchObject({ html: null, links: [] })
})
