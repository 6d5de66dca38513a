import { expect, it } from 'vitest'
import { removeOldWorkers } from './remove-old-workers.ts'

function containerWith(registrations: () => Promise<unknown>): () => ServiceWorkerContainer {
  return () => ({ getRegistrations: registrations }) as unknown as ServiceWorkerContainer
}

it('every worker of an older version is unregistered, though one refuses (NW-06)', async () => {
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

it('a browser without workers, or one that hides them, is let be (NW-06)', async () => {
  await expect(removeOldWorkers(() => undefined)).resolves.toBeUndefined()
  const hidden = containerWith(() => Promise.reject(new DOMException('no', 'SecurityError')))
  await expect(removeOldWorkers(hidden)).resolves.toBeUndefined()
  const blocked = (): never => {
    throw new DOMException('no', 'SecurityError')
  }
  await expect(removeOldWorkers(blocked)).resolves.toBeUndefined()
})
