import { deleteApp, initializeApp } from 'firebase/app'
import { expect, it } from 'vitest'
import { freezeFirebaseDefaults } from './freeze-firebase-defaults.ts'

it('a cookie gives the SDK no settings once its defaults are frozen', async () => {
  const settings = { config: { apiKey: 'of-a-sibling-domain' } }
  document.cookie = `__FIREBASE_DEFAULTS__=${btoa(JSON.stringify(settings))}`
  const misled = initializeApp()
  expect(misled.options.apiKey).toBe('of-a-sibling-domain')
  await deleteApp(misled)

  freezeFirebaseDefaults()
  expect(() => initializeApp()).toThrowError(expect.objectContaining({ code: 'app/no-options' }))
})
