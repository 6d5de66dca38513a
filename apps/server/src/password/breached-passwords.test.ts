import { createHash } from 'node:crypto'
import http from 'node:http'
import { listen } from '@foyer/test-services/listen'
import { afterEach, describe, expect, it } from 'vitest'
import { createBreachedPasswords } from './breached-passwords.ts'

const stolen = 'correct horse 1'
const hash = createHash('sha1').update(stolen).digest('hex').toUpperCase()

describe('the list of stolen passwords', () => {
  let close = async (): Promise<void> => {}
  afterEach(() => close())

  async function start(answer: string | null) {
    const seen: { url: string | undefined; padding: unknown; client: unknown }[] = []
    const server = await listen(
      http.createServer((request, response) => {
        const { 'add-padding': padding, 'user-agent': client } = request.headers
        seen.push({ url: request.url, padding, client })
        if (answer === null) response.writeHead(503).end()
        else response.end(answer)
      }),
    )
    ;({ close } = server)
    const failures: unknown[] = []
    const isBreached = createBreachedPasswords(`http://${server.host}/range/`, {
      fetch,
      onFailure: (error) => failures.push(error),
    })
    return { isBreached, seen, failures }
  }

  it('a stolen password is found, and the service learns five characters of its hash alone (K1i)', async () => {
    const { isBreached, seen } = await start(`00000:3\r\n${hash.slice(5)}:42\r\n`)
    expect(await isBreached(stolen)).toBe(true)
    expect(seen).toEqual([{ url: `/range/${hash.slice(0, 5)}`, padding: 'true', client: 'foyer' }])
  })

  it('each line of the answer counts for its own password, with either end of line and in small letters', async () => {
    const { isBreached } = await start(
      `${'0'.repeat(35)}:9\n${hash.slice(5).toLowerCase()}:42\n${'F'.repeat(35)}:1`,
    )
    expect(await isBreached(stolen)).toBe(true)
    expect(await isBreached('another')).toBe(false)
  })

  it('of an answer without end, half a million characters are read', async () => {
    const { isBreached } = await start(`${'0\n'.repeat(250_000)}${hash.slice(5)}:42`)
    expect(await isBreached(stolen)).toBe(false)
  })

  it('a password that is not listed, or only as padding, is not stolen', async () => {
    const { isBreached, failures } = await start(`${hash.slice(5)}:0\r\n`)
    expect(await isBreached(stolen)).toBe(false)
    expect(await isBreached('another')).toBe(false)
    expect(failures).toEqual([])
  })

  it('if the service does not answer, the password counts as good, and the log says so', async () => {
    const { isBreached, failures } = await start(null)
    expect(await isBreached(stolen)).toBe(false)
    expect(failures).toHaveLength(1)
    expect(String(failures[0])).toContain('503')
    expect(String(failures[0])).not.toContain(hash.slice(0, 5))
  })

  it('without a list in the settings, no service is asked', async () => {
    const failures: unknown[] = []
    const isBreached = createBreachedPasswords(null, {
      fetch: () => Promise.reject(new Error('asked')),
      onFailure: (error) => failures.push(error),
    })
    expect(await isBreached(stolen)).toBe(false)
    expect(failures).toEqual([])
  })
})
