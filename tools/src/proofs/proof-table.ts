import { claimsOf, type Claim, type Row } from '@foyer/claims'
import { claimIdsIn } from './claim-ids.ts'
import type { Proofs } from './prove.ts'
import type { RunTest } from './run-test.ts'

const shown = 3
const head = /^\| id \|.*\n\| --- \|.*\n/m

/** `text` with a new table: a row for each claim, below the row to which it belongs. */
export function writeTable(text: string, rows: readonly Row[], { tests }: Proofs): string {
  const match = head.exec(text)
  if (match === null) throw new Error('There is no table with the column "id".')
  const line = (claim: Claim) =>
    `| ${claim.id} | ${claim.statement} | ${verdictOf(claim, tests.get(claim.id) ?? [])} |`
  const lines = rows.flatMap((row) =>
    row.claims === undefined
      ? [line(row)]
      : [`| **${row.id}** | **${row.statement}** | |`, ...claimsOf(row).map(line)],
  )
  return `${text.slice(0, match.index + match[0].length)}${lines.join('\n')}\n`
}

function verdictOf({ decidedOtherwise, doesNotApply }: Claim, proofs: readonly RunTest[]): string {
  if (decidedOtherwise)
    return `Decided otherwise by ${decidedOtherwise.by}: ${decidedOtherwise.why}`
  if (doesNotApply !== undefined) return `Does not apply: ${doesNotApply}`
  const links = [...new Set(proofs.map(linkTo))]
  const rest = links.length > shown ? `<br>and ${links.length - shown} more` : ''
  return `${links.slice(0, shown).join('<br>')}${rest}`
}

function linkTo({ file, groups, title }: RunTest): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const ids = claimIdsIn(title)
  const bare = ids.length > 0 ? title.slice(0, title.lastIndexOf('(')).trimEnd() : title
  return `[${name}](../${file}): ${plain([...groups, bare].join(' › '))}`
}

/** Escapes Markdown, and removes invisible characters. */
function plain(title: string): string {
  return title
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·')
    .replace(/[|<>[\]`*_\\]/g, (character) => `\\${character}`)
}
