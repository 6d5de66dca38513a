import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { stack } from './stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The URL that a customer's system sends: the form, with an invitation. */
export async function inviteByPartner(invitation: Record<string, string>): Promise<string> {
  const response = await fetch(
    `${stack.login}/local/invitation?${new URLSearchParams(invitation)}`,
    {
      redirect: 'manual',
    },
  )
  return response.headers.get('location') ?? ''
}

/** Runs an operator's command with the settings of the server under test. */
export async function runOperatorCommand(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--env-file=${stack.serverSettings}`, 'apps/server/dist/cli/foyer.js', ...args],
    { cwd: root },
  )
  return stdout
}
