import type { TestTitle } from './test-titles.ts'

export interface FileOfTests {
  /** From the root of the repository, with slashes. */
  path: string
  titles: TestTitle[]
}

export interface TracedTable {
  text: string
  /** The ids of the table that no test names and for which it gives no reason. */
  unproven: string[]
}

const row = /^\| (?<id>[A-Z][A-Z0-9-]*) \| (?<statement>.+?) \| (?<proof>.*?) ?\|$/
const shown = 3
/** A row of no concern to us keeps the reason that a person wrote. */
const excuse = 'Does not apply: '

/** Writes into the last column of each row which tests name the row's id. */
export function traceTable(
  text: string,
  files: readonly FileOfTests[],
  docsDepth: string,
): TracedTable {
  const unproven: string[] = []
  const lines = text.split('\n').map((line) => {
    const { id, statement, proof } = row.exec(line)?.groups ?? {}
    if (id === undefined || statement === undefined || proof === undefined) return line
    const proofs = proofsOf(id, files, docsDepth)
    if (proofs.length === 0 && proof.startsWith(excuse)) return line
    if (proofs.length === 0) unproven.push(id)
    const rest = proofs.length > shown ? `<br>and ${proofs.length - shown} more` : ''
    return `| ${id} | ${statement} | ${proofs.slice(0, shown).join('<br>')}${rest} |`
  })
  return { text: lines.join('\n'), unproven }
}

function proofsOf(id: string, files: readonly FileOfTests[], docsDepth: string): string[] {
  // What a browser showed is the strongest proof, so it comes first.
  const ordered = files.toSorted(
    (a, b) =>
      Number(b.path.startsWith('e2e/')) - Number(a.path.startsWith('e2e/')) ||
      (a.path < b.path ? -1 : 1),
  )
  return ordered.flatMap(({ path, titles }) =>
    titles
      .filter(({ ids }) => ids.includes(id))
      .map(({ title }) => `[${nameOf(path)}](${docsDepth}${path}): ${plain(title)}`),
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Without the ids, and with nothing that Markdown would read as its own. */
function plain(title: string): string {
  return title
    .replace(/ ?\((?:(?:[A-I]\d{1,2}|I|[A-Z]{2,3}-\d{2})[,; ]*)+\)/g, '')
    .replace(/[|<>[\]`*_]/g, (character) => `\\${character}`)
}
