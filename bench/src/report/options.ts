import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const partNames = ['pages', 'gate', 'service', 'scale'] as const
export type PartName = (typeof partNames)[number]

export interface Options {
  readonly parts: readonly PartName[]
  readonly rounds: number
  /** Whether the scale is measured without its largest sizes. */
  readonly small: boolean
  /** For how many minutes the gate's memory is measured. Default: not measured. */
  readonly soak: number
  /** Where the figures are written as JSON. */
  readonly json: string | null
  /** Whether docs/performance.md is written. */
  readonly write: boolean
  /** The folder for a picture of each page when its button works. */
  readonly pictures: string | null
  /** Whether the product is built before. */
  readonly build: boolean
}

/** The load run of the account service and the scale run only by name: they have no peers to compare with. */
const usualParts: readonly PartName[] = ['pages', 'gate']

/**
 * @param folder the working directory of the caller, for relative file names
 * @throws Error with a message for the caller
 */
export function parseOptions(args: readonly string[], folder: string): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '7' },
      soak: { type: 'string', default: '0' },
      small: { type: 'boolean', default: false },
      json: { type: 'string' },
      pictures: { type: 'string' },
      write: { type: 'boolean', default: false },
      'skip-build': { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds takes a whole number from 1, not ${values.rounds}.`)
  }
  const soak = Number(values.soak)
  if (!Number.isFinite(soak) || soak < 0) {
    throw new Error(`--soak takes minutes, not ${values.soak}.`)
  }
  const only = partNames.find((name) => name === values.only)
  if (values.only !== undefined && !only) {
    throw new Error(`--only takes ${partNames.join(', ')}, not ${values.only}.`)
  }
  return {
    parts: only ? [only] : usualParts,
    rounds,
    small: values.small,
    soak,
    json: values.json === undefined ? null : resolve(folder, values.json),
    write: values.write,
    pictures: values.pictures === undefined ? null : resolve(folder, values.pictures),
    build: !values['skip-build'],
  }
}
