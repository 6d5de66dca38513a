import { parseArgs } from 'node:util'
import { DataError } from '../data/data-error.ts'
import type { StoredKeys } from '../data/gate-keys.ts'
import { changeKeyFile, keyFileIn, readKeyFile } from '../data/key-file.ts'
import { createKeyTable } from '../postgres/stored-keys.ts'
import { readStoreSettings, type StoreSettings } from '../settings/settings.ts'
import type { Command } from './command.ts'
import { statusOf, timeOf, withNewKeys, withoutKeys } from './key-changes.ts'

const help = `foyer-gate keys list
foyer-gate keys rotate [--after SECONDS]
foyer-gate keys retire KEY [--force]

rotate adds a key. Every gate accepts and publishes it at once, and uses it for new sessions and assertions after
an hour, or after SECONDS: applications may keep the published keys for an hour. retire removes a key.
The place of the keys is read from GATE_KEYS_FILE, GATE_DATABASE_URL or GATE_DATA, and GATE_PUBLIC_URL.
Gates with a file read it again at SIGHUP, gates with a database notice the change within two seconds.
`

/** Applications may keep the published keys for an hour. */
const usualDelaySeconds = 3_600
const longestDelaySeconds = 30 * 24 * 3_600

const actions: ReadonlySet<string> = new Set(['list', 'rotate', 'retire'])

const usageError = (mistake: string) => new DataError(`${mistake}\n\n${help}`)

const isKey = (arg: string) => /^[\w-]{43}$/.test(arg)

type Change = (keys: readonly StoredKeys[]) => readonly StoredKeys[]

interface KeyPlace {
  read(): Promise<readonly StoredKeys[]>
  change(change: Change): Promise<void>
  /** What the operator has to do before the gates notice a change. */
  hint: string
}

export const keysCommand: Command = async (args, environment, { print, now }) => {
  const { values, positionals } = parseArgs({
    // A key may begin with a hyphen, and is no option.
    args: args.filter((arg) => !isKey(arg)),
    allowPositionals: true,
    options: {
      after: { type: 'string' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [action, ...others] = positionals
  const [kid, ...otherKeys] = args.filter(isKey)
  if (values.help) return print(help)
  if (!actions.has(action ?? '')) throw usageError('One of list, rotate and retire is needed.')
  const isKeyExpected = action === 'retire'
  if (others.length + otherKeys.length > 0 || isKeyExpected !== (kid !== undefined)) {
    throw usageError('retire needs one KEY, as list shows it. Nothing else takes an argument.')
  }
  const place = placeOf(readStoreSettings([], environment))
  if (action === 'list') return print(tableOf(await place.read(), now()))
  await place.change(changeFor({ kid, ...values }, now()))
  print(tableOf(await place.read(), now()) + place.hint)
}

interface Asked {
  /** The key to retire. Without one, a key is added. */
  kid: string | undefined
  after?: string | undefined
  force: boolean
}

function changeFor({ kid, after, force }: Asked, now: number): Change {
  if (kid !== undefined) return (keys) => withoutKeys(keys, kid, { now, isForced: force })
  const delay = delayOf(after)
  return (keys) => withNewKeys(keys, now, delay)
}

function placeOf({ publicUrl, dataDirectory, keyFile, databaseUrl }: StoreSettings): KeyPlace {
  if (databaseUrl !== undefined && keyFile === undefined) {
    return { ...createKeyTable(databaseUrl, publicUrl.origin), hint: '' }
  }
  const path = keyFile ?? keyFileIn(dataDirectory)
  return {
    read: async () => readKeyFile(path) ?? [],
    change: async (change) => changeKeyFile(path, change),
    hint: `Send SIGHUP to each gate that has this file: ${path}\n`,
  }
}

function delayOf(after: string | undefined): number {
  if (after === undefined) return usualDelaySeconds
  const seconds = /^\d{1,7}$/.test(after) ? Number(after) : Infinity
  if (seconds <= longestDelaySeconds) return seconds
  throw new DataError(`--after must be a number of seconds up to ${longestDelaySeconds}`)
}

function tableOf(keys: readonly StoredKeys[], now: number): string {
  if (keys.length === 0) return 'There are no keys.\n'
  const rows = statusOf(keys, now).map(({ kid, usedFrom, state, removableFrom }) => {
    const since = usedFrom === 0 ? 'the first start' : timeOf(usedFrom)
    if (state === 'waits') return `${kid}  will be used from ${since}`
    if (state === 'in use') return `${kid}  in use since ${since}`
    return `${kid}  accepted, can be retired from ${timeOf(removableFrom ?? now)}`
  })
  return `${rows.join('\n')}\n`
}
