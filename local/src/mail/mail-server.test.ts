import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { startMailServer } from './mail-server.ts'
import type { Mail } from './read-mail.ts'

async function startServer() {
  const mails: Mail[] = []
  const server = await startMailServer(0, (mail) => mails.push(mail))
  onTestFinished(() => server.close())
  return { mails, port: server.port }
}

/** Sends each line after the response to the previous one, and returns the responses. */
function converse(port: number, lines: string[]): Promise<string[]> {
  const socket = createConnection({ host: '127.0.0.1', port })
  onTestFinished(() => {
    socket.destroy()
  })
  const answers: string[] = []
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    createInterface({ input: socket }).on('line', (answer) => {
      if (/^\d{3}-/.test(answer)) return
      answers.push(answer.slice(0, 3))
      const line = lines[answers.length - 1]
      if (line === undefined) resolve(answers)
      else socket.write(`${line}\r\n`)
    })
  })
}

const sending = (mail: string[]) => [
  'EHLO localhost',
  'MAIL FROM:<foyer@example.com>',
  'RCPT TO:<ann@example.com>',
  'DATA',
  [...mail, '.'].join('\r\n'),
]

it('the mail server accepts an email without a password and passes it on parsed', async () => {
  const { mails, port } = await startServer()
  const answers = await converse(
    port,
    sending(['From: foyer@example.com', 'To: ann@example.com', 'Subject: Hello', '', 'Text']),
  )
  expect(answers).toEqual(['220', '250', '250', '250', '354', '250'])
  expect(mails).toEqual([
    expect.objectContaining({ to: 'ann@example.com', subject: 'Hello', text: 'Text\n' }),
  ])
})

it('the mail server continues when a sender disconnects', async () => {
  const { mails, port } = await startServer()
  const socket = createConnection({ host: '127.0.0.1', port })
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.resetAndDestroy()
  await converse(port, sending(['Subject: After', '', 'x']))
  expect(mails.map(({ subject }) => subject)).toEqual(['After'])
})
