import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { parseRegistration } from '@foyer/contract/registration'
import { isTenantId } from '@foyer/iap-sign-in/tenant-id'
import { signingKeyOf } from '../store/signing-key.ts'
import { checkServed } from '../tenants/served-tenants.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import { signInvitation } from '../registration/invitation.ts'
import { settingsOf, UsageError, type Command } from './command.ts'
import { parseDuration } from './duration.ts'

const longest = 90 * 86_400_000

export const inviteCommand: Command = {
  summary: 'prints a link by which one person may register once',
  help: `foyer invite --email ADDRESS --company NAME [--tenant ID] [--expires 7d] [--lang tr|en]

Prints a link by which this person may register once. Whoever has the link may use it: send it to the
address that it is for.

  --email ADDRESS   whom the account is for
  --company NAME    the company, as it will be shown
  --tenant ID       the tenant in which the account is made; without it, the project itself
  --expires TIME    how long the link is good: 30m, 12h, 7d (the default), at most 90d
  --lang tr|en      the language in which the page opens
`,
  async run(args, environment, print) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        company: { type: 'string' },
        tenant: { type: 'string' },
        expires: { type: 'string', default: '7d' },
        lang: { type: 'string' },
      },
    })
    const { email, company } = personOf(values.email, values.company)
    const lifetime = parseDuration(values.expires)
    if (lifetime === null || lifetime > longest)
      throw new UsageError('--expires takes a time such as 12h or 7d, at most 90d')
    const language = values.lang ?? null
    if (language !== null && language !== 'tr' && language !== 'en')
      throw new UsageError('--lang takes tr or en')

    const settings = settingsOf(environment)
    const tenantId = tenantOf(values.tenant ?? null, settings.config.tenants)
    const token = await signInvitation(
      {
        id: randomUUID(),
        company,
        email,
        tenantId,
        language,
        expiresAt: new Date(Date.now() + lifetime),
      },
      deriveKeys(signingKeyOf(settings)).invitation,
    )
    print(`${settings.publicUrl}/registration#invitation=${token}`)
    return 0
  },
}

function personOf(email = '', company = '') {
  const form = { firstName: 'x', lastName: 'x', email, company }
  const parsed = parseRegistration(form)
  if (parsed.ok) return parsed.registration
  const errors = Object.entries(parsed.errors).map(([field, error]) => `--${field} is ${error}`)
  throw new UsageError(errors.join(', '))
}

function tenantOf(tenantId: string | null, tenants: Parameters<typeof checkServed>[1]) {
  if (tenantId !== null && !isTenantId(tenantId))
    throw new UsageError('--tenant takes the id of a tenant')
  try {
    return checkServed(tenantId, tenants)
  } catch {
    throw new UsageError(
      tenantId === null
        ? 'the config file names tenants only: say which with --tenant'
        : 'the config file does not name this tenant',
    )
  }
}
