import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeOldWorkers } from './remove-old-workers.ts'

const sources = join(import.meta.dirname, '..')

function containerWith(registrations: () => Promise<unknown>): () => ServiceWorkerContainer {
  return () => ({ getRegistrations: registrations }) as unknown as ServiceWorkerContainer
}

it('every service worker of an older version is unregistered, though one refuses', async () => {
  const removed: string[] = []
  const worker = (name: string, isStuck = false) => ({
    unregister() {
      removed.push(name)
      return isStuck ? Promise.reject(new Error('stuck')) : Promise.resolve(true)
    },
  })
  await removeOldWorkers(containerWith(() => Promise.resolve([worker('a', true), worker('b')])))
  expect(removed).toEqual(['a', 'b'])
})

it('a browser without service workers, or one that hides them, causes no error', async () => {
  await expect(removeOldWorkers(() => undefined)).resolves.toBeUndefined()
  const hidden = containerWith(() => Promise.reject(new DOMException('no', 'SecurityError')))
  await expect(removeOldWorkers(hidden)).resolves.toBeUndefined()
  const blocked = (): never => {
    throw new DOMException('no', 'SecurityError')
  }
  await expect(removeOldWorkers(blocked)).resolves.toBeUndefined()
})

it('no script of the page registers a service worker (NW-06a)', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  expect(scripts).toContain('main.ts')
  const registering = scripts.filter((name) =>
    /serviceWorker[\s\S]{0,20}\bregister\b/.test(readFileSync(join(sources, name), 'utf8')),
  )
  expect(registering).toEqual([])
})
