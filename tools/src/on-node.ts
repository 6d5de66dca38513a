import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { findNpm } from '../../local/src/setup/npm.mjs'
import { findNode, installNodes } from './node-versions/find-node.ts'

// `npm run on-node -- 22`: the unit and integration tests of the server, the gate, the engine and the packages with their
// code, on that version.
const [major = '', ...vitestArgs] = process.argv.slice(2)
const report = `.local/results/node-${major}.json`
rmSync(report, { force: true })
await installNodes(findNpm(process.env, process.execPath) ?? 'npm')
const node = findNode(Number(major))
if (node === null) {
  process.stderr.write(
    `No Node ${major} could be installed for ${process.platform}-${process.arch}. Set FOYER_NODE_${major} to the path of its executable.\n`,
  )
  process.exit(1)
}
const { status } = spawnSync(
  node,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=every-node',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...vitestArgs,
  ],
  {
    stdio: 'inherit',
    // A test that starts `node` by name gets this one too.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` },
  },
)
process.exit(status ?? 1)
