import { execFileSync } from 'node:child_process'
import { openSpentTokens } from '../data/spent-tokens.ts'

// Spends tokens in the folder that is given, the second one on a full disk, and prints what happened. A process of its own,
// because the limit is for all files that it writes.

const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])

const [directory = ''] = process.argv.slice(2)
const spent = openSpentTokens(directory, () => 1000)
const attempt = (id: string) => {
  try {
    return spent.spend(id, 1060)
  } catch (error) {
    return (error as Error).message
  }
}

const first = attempt('a')
limitFiles('a 1060\nb 1'.length)
const onFullDisk = [attempt('b'), attempt('b'), spent.has('b')]
limitFiles('unlimited')
const afterwards = [attempt('c'), attempt('b')]
spent.close()
process.stdout.write(JSON.stringify({ first, onFullDisk, afterwards }))
