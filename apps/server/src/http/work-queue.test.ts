import { expect, it } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

/** A task that runs until it is told to end. */
function createTask(name: string, started: string[]) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const run = () => {
    started.push(name)
    return ended.then(() => name)
  }
  return { run, end: () => end() }
}

it('a queue runs two tasks at once and the others in their order, and refuses those that would wait too long', async () => {
  const queue = createWorkQueue(2, 2)
  const started: string[] = []
  const tasks = ['a', 'b', 'c', 'd', 'e'].map((name) => createTask(name, started))
  const results = tasks.map((task) => queue.run(task.run))
  expect(started).toEqual(['a', 'b'])
  expect(results[4]).toBeNull()
  tasks[1]?.end()
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
  for (const task of tasks) task.end()
  expect(await Promise.all(results.slice(0, 4).map(async (result) => result))).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})

it('a failed task makes room for the next', async () => {
  const queue = createWorkQueue(1, 1)
  const failing = queue.run(() => Promise.reject(new Error('not today')))
  const next = queue.run(() => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('not today')
  expect(await next).toBe('next')
  expect(await queue.run(() => Promise.resolve('later'))).toBe('later')
})
