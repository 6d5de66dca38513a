import { expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createProjectMemory, rememberingFetch } from './project-memory.ts'

const address = 'https://www.googleapis.com/project?key=k'
const body = '{"projectId":"12345","authorizedDomains":["example.com"]}'

function createScene(status = 200) {
  let time = 0
  const asked: string[] = []
  const storage = createMemoryStorage()
  const memory = createProjectMemory(storage, () => time)
  const send = (url: string): Promise<Response> => {
    asked.push(url)
    return Promise.resolve(new Response(body, { status }))
  }
  const lookUp = rememberingFetch(address, memory, send)
  return { asked, storage, memory, lookUp, pass: (ms: number) => void (time += ms) }
}

it('the project is looked up once in thirty minutes (H2)', async () => {
  const { asked, lookUp, pass } = createScene()
  await lookUp(address)
  pass(30 * 60_000 - 1)
  const answer = await lookUp(address)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.text()).toBe(body)
  expect(asked).toEqual([address])

  pass(1)
  expect(await (await lookUp(address)).text()).toBe(body)
  expect(asked).toEqual([address, address])
})

it('a failure is not remembered, and takes what was remembered along (H2)', async () => {
  const failing = createScene(503)
  expect((await failing.lookUp(address)).status).toBe(503)
  await failing.lookUp(address)
  expect(failing.asked).toHaveLength(2)

  const { asked, memory, lookUp } = createScene()
  await lookUp(address)
  memory.forget()
  await lookUp(address)
  expect(asked).toHaveLength(2)
})

it('every other request is sent', async () => {
  const { asked, lookUp } = createScene()
  await lookUp('https://iap.googleapis.com/')
  await lookUp('https://iap.googleapis.com/')
  expect(asked).toHaveLength(2)
})

it.each(['undefined', '{', 'null', '7', '{"body":"{}"}', `{"address":"${address}","since":0}`])(
  'where the store holds %s nothing is remembered (ST-05)',
  (text) => {
    const storage = createMemoryStorage({ 'foyer:project': text })
    expect(createProjectMemory(storage, () => 0).recall(address)).toBeNull()
  },
)

it('a clock that was set back makes no memory eternal', async () => {
  const { memory, pass, lookUp } = createScene()
  await lookUp(address)
  pass(-1)
  expect(memory.recall(address)).toBeNull()
})
