import { parseArgs } from 'node:util'
import type { Config } from '@foyer/contract/config'
import { entryOf } from '@foyer/contract/served-tenants'
import { idOf } from '@foyer/contract/sign-in-methods'
import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'
import { handoffText, type KnownProvider } from '../handoff/handoff-text.ts'
import { readKnownProviders } from '../handoff/known-providers.ts'
import { createProjectAdmin, type ProjectAdmin } from '../identity/project-admin.ts'
import { oneLine } from '../printable/printable.ts'
import type { Settings } from '../settings.ts'
import { offeredMethods } from '../tenants/offered-methods.ts'
import { settingsOf, UsageError, type Command } from './command.ts'

export const handoffCommand: Command = createHandoffCommand(({ projectId, config }) =>
  projectId === null || config.emulatorUrl !== undefined ? null : createProjectAdmin({ projectId }),
)

/** @param openAdmin null if the project's settings cannot be read */
export function createHandoffCommand(
  openAdmin: (settings: Settings) => ProjectAdmin | null,
): Command {
  return {
    summary: "prints what a company's IT department has to enter, and to send back",
    help: `foyer handoff [--tenant ID] [--lang tr|en]

Prints a text for the IT department of a company: for each provider that the page offers the company, what
to enter (URLs, identifiers), what to send back, and a link for a test. With credentials that have
"Identity Platform Viewer", it has the client ids and the entity ids of the project.

  --tenant ID    the company's tenant: its id, the beginning of it, or the name in the config file;
                 without it, the accounts of the project itself
  --lang tr|en   the language of the text; en is the default
`,
    async run(args, environment, print, warn) {
      const { values } = parseArgs({
        args,
        options: { tenant: { type: 'string' }, lang: { type: 'string', default: 'en' } },
      })
      const { lang: language, tenant: wanted } = values
      if (language !== 'tr' && language !== 'en') throw new UsageError('--lang takes tr or en')
      const settings = settingsOf(environment)
      const { config, publicUrl } = settings
      const tenantId = wanted === undefined ? null : tenantNamed(wanted, config.tenants ?? {})
      const methods = offeredMethods(config, tenantId)
      const product = config.branding?.productName ?? 'Foyer'
      const entry = entryOf(config.tenants ?? {}, tenantId)
      const known = await readKnownProviders(tenantId, methods, openAdmin(settings)).catch(() => {
        warn(
          'The settings of the project could not be read: the text has no client ids, and a suggestion for the entity id.',
        )
        return new Map<string, KnownProvider>()
      })
      for (const id of methods.map(idOf).filter((name) => name.startsWith('saml.'))) {
        if (known.size > 0 && known.get(id)?.entityId === undefined)
          warn(
            `${id} is not set up yet: the entity id is a suggestion. Enter the same one at the identity service.`,
          )
      }
      print(
        handoffText({
          language,
          company: (entry !== undefined && config.tenants?.[entry]?.name) || product,
          product,
          contact: config.help?.contact,
          testUrl: config.productURL,
          authDomain: config.authDomain,
          publicUrl,
          methods,
          known,
        }),
      )
      return 0
    },
  }
}

/** The tenant with this id or name, or the only one whose id begins so: `acme` for `acme-1a2b3`. */
function tenantNamed(wanted: string, tenants: NonNullable<Config['tenants']>): string {
  const ids = Object.keys(tenants).filter((id) => !isProjectTid(id))
  if (ids.includes(wanted)) return wanted
  const key = wanted.toLowerCase()
  const found = ids.filter(
    (id) => id.toLowerCase().startsWith(`${key}-`) || tenants[id]?.name.toLowerCase() === key,
  )
  const [only] = found
  if (only === undefined)
    throw new UsageError(`the config file names no such tenant, but ${namedOf(ids, tenants)}`)
  if (found.length > 1) throw new UsageError(`--tenant is not clear: ${found.join(', ')}`)
  return only
}

function namedOf(ids: readonly string[], tenants: NonNullable<Config['tenants']>): string {
  return ids.map((id) => oneLine(`${id} (${tenants[id]?.name})`)).join(', ') || 'none at all'
}
