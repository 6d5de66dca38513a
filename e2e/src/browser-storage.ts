import { expect } from './engines/expect.ts'
import type { FlowPage } from './engines/api/flow.ts'

/** The keys of all accounts that the identity SDK stores for the page's origin, in any browser storage. */
async function storedAccounts(page: FlowPage): Promise<string[]> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases()
    const found = [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage))
    if (known.some(({ name }) => name === 'firebaseLocalStorageDb')) {
      const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb')
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened.')))
        opening.addEventListener('success', () => {
          const records = opening.result
            .transaction('firebaseLocalStorage')
            .objectStore('firebaseLocalStorage')
            .getAllKeys()
          records.addEventListener('success', () => {
            opening.result.close()
            resolve(records.result)
          })
        })
      })
      found.push(...keys.map(String))
    }
    return found.filter((key) => key.startsWith('firebase:authUser:'))
  })
}

export async function expectStoredAccounts(page: FlowPage, count: number) {
  await expect.poll(() => storedAccounts(page)).toHaveLength(count)
}

/** All that the page's origin has stored as text, in the tab and beyond. */
export async function textsInStorage(page: FlowPage): Promise<string> {
  const cookies = await page.context().cookies(page.url())
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].map((storage) => Object.entries(storage)),
  )
  return JSON.stringify([cookies, stored])
}
