import type { Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient, startForwarding, type Client } from '../testing/forwarding.ts'

type Forwarding = Awaited<ReturnType<typeof startForwarding>>

let forwarding: Forwarding | undefined
afterEach(async () => {
  vi.useRealTimers()
  await forwarding?.stop()
})

const opening = [
  'GET /chat HTTP/1.1',
  'Host: app.corp.example',
  'Connection: Upgrade',
  'Upgrade: websocket',
]
const accepted = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'

/** A message of a server, as one frame. */
const message = (text: string) => `\x81${String.fromCharCode(text.length)}${text}`
const goingAway = '\x88\x02\x03\xe9'

/** The connection of one client, and that of the application, which gets the request and does nothing else. */
async function openRequest(silenceMilliseconds?: number) {
  const connected = new Promise<Socket>((resolve) => {
    void startForwarding({
      application: (socket) => {
        socket.on('error', () => {})
        resolve(socket)
      },
      ...(silenceMilliseconds !== undefined && { silenceMilliseconds }),
    }).then((started) => {
      forwarding = started
      client = started.connect(...opening)
    })
  })
  let client: Client | undefined
  const application = createClient(await connected)
  await application.until('\r\n\r\n')
  if (!client || !forwarding) throw new Error('nothing was started')
  const { endless, upgrades } = forwarding
  return { client, application, endless, upgrades }
}

/** The same, when the application has accepted the WebSocket. */
async function openSocket(more = '') {
  const both = await openRequest()
  both.application.socket.write(`${accepted}\r\n${more}`, 'latin1')
  await both.client.until('\r\n\r\n')
  return both
}

/** Resolves to everything that comes before this text, which is sent after everything else. */
async function receivedBefore({ socket }: Client, { until, received }: Client, last: string) {
  socket.write(last, 'latin1')
  await until(last)
  return received().slice(0, -last.length)
}

/** Resolves when the gate has closed both directions: a write to such a connection fails, if not the first, then the next. */
async function closeOf({ socket }: Client): Promise<string> {
  const write = setInterval(() => socket.write('x'), 5)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(write)
  return 'closed'
}

it('the application has limited time to answer a WebSocket request', async () => {
  const { client, application } = await openRequest(20)
  expect(await client.end).toMatch(/^HTTP\/1\.1 504 Gateway Timeout\r\n/)
  expect(await closeOf(client)).toBe('closed')
  expect(await application.end).toContain('GET /chat')
})

it('the time is not limited once the application has accepted or refused the WebSocket', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { application, client } = await openSocket()
  expect(vi.getTimerCount()).toBe(0)
  application.socket.destroy()
  await client.end

  const refused = await openRequest()
  refused.application.socket.write('HTTP/1.1 403 No\r\nContent-Length: 9\r\n\r\n')
  await refused.client.until('403')
  expect(vi.getTimerCount()).toBe(0)
})

it('the connection to the application is closed if a sign-out closes that of the client before the application has answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { application, upgrades } = await openRequest()
  upgrades[0]?.destroy()
  await application.end
  expect(vi.getTimerCount()).toBe(0)
})

it('a refusal of the application is passed on with its headers and its body, and the connection is closed after it', async () => {
  const { client, application } = await openRequest()
  application.socket.end(
    'HTTP/1.1 403 No\r\nX-Reason: caf\xe9\r\nContent-Length: 9\r\n\r\nnot today',
    'latin1',
  )
  expect(await client.end).toBe(
    'HTTP/1.1 403 Forbidden\r\nX-Reason: caf\xe9\r\nContent-Length: 9\r\nconnection: close\r\n\r\nnot today',
  )
  expect(await closeOf(client)).toBe('closed')
})

it('a refusal without a body ends the connection, even if the client keeps its side open', async () => {
  const { client, application } = await openRequest()
  application.socket.write('HTTP/1.1 204 No\r\nX-Reason: caf\xe9\r\n\r\n', 'latin1')
  expect(await client.end).toBe(
    'HTTP/1.1 204 No Content\r\nX-Reason: caf\xe9\r\nconnection: close\r\n\r\n',
  )
  expect(await closeOf(client)).toBe('closed')
})

it('the client’s connection breaks if the application breaks off in a refusal', async () => {
  const { client, application } = await openRequest()
  application.socket.write('HTTP/1.1 403 No\r\nContent-Length: 100\r\n\r\nhalf')
  await client.until('half')
  application.socket.resetAndDestroy()
  expect(await closeOf(client)).toBe('closed')
})

it.each([
  ['another protocol', 'HTTP/1.1 101 OK\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ['a status that is not final', 'HTTP/1.1 999 OK\r\nContent-Length: 9\r\n\r\n'],
])('the connection to the application is closed if it answers with %s', async (_, answer) => {
  const { client, application } = await openRequest()
  application.socket.write(answer)
  expect(await client.end).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
  await application.end
})

it('the headers of the accepted WebSocket are passed on byte for byte, and so is what was sent with them', async () => {
  const { client } = await openSocket()
  expect(client.received()).toBe(
    'HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n',
  )
  await forwarding?.stop()

  const own = await openRequest()
  const first = message('hello')
  own.application.socket.write(`${accepted}X-Name: caf\xe9\r\n\r\n${first}`, 'latin1')
  await own.client.until(first)
  expect(own.client.received()).toContain('\r\nX-Name: caf\xe9\r\n')
})

it('what the client sends with its request, before the application has accepted it, arrives at the application', async () => {
  const arrived = new Promise<Client>((resolve) => {
    void startForwarding({ application: (socket) => resolve(createClient(socket)) }).then(
      (started) => {
        forwarding = started
        started.connect(...opening.slice(0, -1), `${opening.at(-1)}\r\n\r\nearly `)
      },
    )
  })
  const application = await arrived
  await application.until('\r\n\r\n')
  application.socket.write(`${accepted}\r\n`)
  await application.until('early')
  expect(application.received()).toMatch(/\r\n\r\nearly /)
})

it('when one side of a WebSocket closes, so does the other', async () => {
  for (const [leaving, staying] of [
    ['client', 'application'],
    ['application', 'client'],
  ] as const) {
    const both = await openSocket()
    expect(both.endless.count()).toBe(1)
    both[leaving].socket.destroy()
    expect(await closeOf(both[staying])).toBe('closed')
    await expect.poll(() => both.endless.count()).toBe(0)
    await forwarding?.stop()
  }
})

it('the client’s connection closes if that of the application is reset', async () => {
  const { client, application } = await openSocket()
  application.socket.resetAndDestroy()
  expect(await closeOf(client)).toBe('closed')
})

it('a WebSocket that is ended in order gets one close frame, and nothing after it', async () => {
  const { client, application, endless } = await openSocket()
  const before = await receivedBefore(application, client, message('before'))
  expect(before).not.toContain(goingAway)
  // The application ends the connection, and not the gate after its time limit.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  endless.endAll()
  await client.until(goingAway)
  endless.endAll()
  application.socket.write(message('after'), 'latin1')
  // The client's own close frame is passed on.
  await receivedBefore(client, application, '\x88\x82keys\x68\x8c')
  application.socket.end()
  expect((await client.end).split(goingAway)).toEqual([expect.stringContaining('before'), ''])
})

it('the close frame waits for the end of a message that is half sent', async () => {
  const { client, application, endless } = await openSocket(message('whole').slice(0, 4))
  await client.until('wh')
  endless.endAll()
  application.socket.write('o', 'latin1')
  await client.until('who')
  expect(client.received()).not.toContain(goingAway)
  application.socket.write('le', 'latin1')
  await client.until(goingAway)
  expect(client.received()).toContain(message('whole') + goingAway)
})

it('a client that does not answer a close frame is disconnected', async () => {
  const { client, application, endless } = await openSocket()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  endless.endAll()
  await client.until(goingAway)
  vi.advanceTimersByTime(1000)
  await client.end
  await application.end
  vi.useRealTimers()
  // Both directions are closed, not only the gate's own.
  expect(await closeOf(client)).toBe('closed')
})

it('a WebSocket that opens while the gate stops is ended at once', async () => {
  const { client, application, endless } = await openRequest()
  endless.endAll()
  application.socket.write(`${accepted}\r\n`)
  await client.until(goingAway)
  expect(client.received()).toMatch(/^HTTP\/1\.1 101 /)
})
