import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const folders = ['.', 'docs', 'docs/decisions', 'packages/iap-sign-in', 'bench', 'conformance']
const documents = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file)),
)

interface Command {
  document: string
  text: string
}

/** All text in code blocks or between backticks that begins with the name of a program. */
const commands: Command[] = documents.flatMap((document) => {
  const text = readFileSync(path.join(root, document), 'utf8')
  const code = text.matchAll(/^ {4,}(.+)$|`([^`\n]+)`|^(n(?:px|pm|ode) .+)$/gm)
  return Array.from(code, ([, block, inline, fenced]) => block ?? inline ?? fenced ?? '')
    .flatMap((line) => line.split(/&&|;|\|/))
    .map((line) => line.trim())
    .filter((line) => /^(?:npx|npm|node|foyer|foyer-[a-z]+) /.test(line))
    .map((line) => ({ document, text: line }))
})

const written = (of: Command[]) => of.map(({ document, text }) => `${document}: ${text}`)

it('the test finds the commands in the documents', () => {
  expect(commands.length).toBeGreaterThan(30)
})

/** docs/production.md installs these scripts under their names. */
const isInstalled = ({ document, text }: Command) =>
  document === 'docs/production.md' &&
  existsSync(path.join(root, 'deploy/systemd', `${text.split(' ')[0]}.sh`))

it('no documented command can run a registry package, whose name anybody could register', () => {
  // npx downloads a package that is not installed, and npm links a workspace's own command only if its built
  // file already exists.
  const asking = /^(?:npx|foyer|npm (?:exec|x|i|install|add|create|init)\b)/
  const risky = commands.filter((command) => asking.test(command.text) && !isInstalled(command))
  expect(written(risky)).toEqual([])
})

it('each documented npm script exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const missing = commands.filter(({ text }) => {
    const name = /^npm run ([\w:-]+)/.exec(text)?.[1]
    return name !== undefined && !Object.hasOwn(scripts, name)
  })
  expect(written(missing)).toEqual([])
})

it('each file that a documented command runs exists, or is built from one that exists', () => {
  const missing = commands.filter(({ text }) => {
    const file = /^node (?:--\S+ )*([\w./-]+\.m?js)/.exec(text)?.[1]
    if (file === undefined) return false
    const source = file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')
    return !existsSync(path.join(root, file)) && !existsSync(path.join(root, source))
  })
  expect(written(missing)).toEqual([])
})
