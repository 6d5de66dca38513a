import { expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { unlessRejected } from './unless-rejected.ts'

const rejected = (code: string) => Promise.reject(new CodedError(code))

it('a new user whom the access policy rejects without a sign-in request goes on to the product, which creates one', async () => {
  expect(await unlessRejected(rejected('email-not-allowed'), '?x=1')).toBeUndefined()
  const search = '?mode=login&state=sealed'
  await expect(unlessRejected(rejected('email-not-allowed'), search)).rejects.toMatchObject({
    code: 'email-not-allowed',
  })
})

it('any other failure of a first login is reported without a sign-in request too', async () => {
  await expect(unlessRejected(rejected('user-disabled'), '')).rejects.toMatchObject({
    code: 'user-disabled',
  })
})
