import { test } from '../engines/test.ts'
import { accounts } from '../accounts.ts'
import { expectInApplication, openProtected, signInWith } from '../journeys.ts'
import { stack } from '../stack.ts'

test('two tabs with two sign-in requests each return to their own URL, the second one without a press (ST-09)', async ({
  context,
}) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openProtected(first, `${stack.gate}/a`)
  await openProtected(second, `${stack.gate}/b`)

  await signInWith(second, accounts.ordinary)
  await expectInApplication(second, `${stack.gate}/b`, accounts.ordinary)
  // The other tab has the account now, and continues with its own request.
  await expectInApplication(first, `${stack.gate}/a`, accounts.ordinary)
})
