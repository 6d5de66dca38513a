import { expect, it } from 'vitest'
import { withDiagrams } from './diagrams.ts'

const document = `# Title

<!-- folders: written by \`npm run architecture\` -->

old diagrams

<!-- end of folders -->

The rest.
`

const modules = [
  {
    source: 'apps/server/src/main.ts',
    dependencies: [{ resolved: 'apps/server/src/page/page-routes.ts' }],
  },
  {
    source: 'apps/server/src/page/page-routes.ts',
    dependencies: [{ resolved: 'packages/contract/src/config.ts' }],
  },
]

it('the diagrams replace only what is between the markers', () => {
  const written = withDiagrams(document, modules)
  expect(written.startsWith('# Title\n')).toBe(true)
  expect(written.endsWith('\nThe rest.\n')).toBe(true)
  expect(written).not.toContain('old diagrams')
  expect(withDiagrams(written, modules)).toBe(written)
})

it('a diagram has a node for each folder and an arrow for each import between two', () => {
  const written = withDiagrams(document, modules)
  expect(written).toContain(`### apps/server/src

\`\`\`mermaid
flowchart TB
  f0["files at the root"]
  f1["page"]
  f0 --> f1
\`\`\``)
  expect(written).toContain('  f0["apps/server"]\n  f1["packages/contract"]\n  f0 --> f1')
})

it('a document without the markers is refused', () => {
  expect(() => withDiagrams('# Title', modules)).toThrow('lacks')
})
