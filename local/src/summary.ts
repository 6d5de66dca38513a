import { join } from 'node:path'
import type { DemoAccount } from './emulator/demo-accounts.ts'
import { demoAccounts, demoTenants } from './emulator/demo-accounts.ts'
import { serverDataFolder } from './plans/server-part.ts'
import type { Settings } from './settings/settings.ts'

/** The text that is printed when the stack is ready. */
export function summarize(settings: Settings): string {
  const { gateOrigin, tenantsGateOrigin, loginOrigin } = settings
  return [
    '',
    'Foyer is running. Open a protected page and sign in:',
    '',
    ...columns([
      [`${gateOrigin}/some/page?x=1`, 'the sample application, behind the gate'],
      [
        `${tenantsGateOrigin}/`,
        `the same for three companies: ${demoTenants.map(({ name }) => name).join(', ')}`,
      ],
      [`${loginOrigin}/`, 'the sign-in page'],
      [`${loginOrigin}/local/inbox`, 'the inbox: codes and mails that would be sent'],
      [`${loginOrigin}/local/invitation`, 'an invitation to register, new each time'],
      [`${loginOrigin}/registration`, 'registration without one'],
    ]),
    '',
    'Demo accounts (without a password, choose one on the account page):',
    '',
    ...columns(demoAccounts.map((account) => [account.name, addressOf(account), account.purpose])),
    '',
    settings.databaseUrl === null
      ? `The server's rows are in ${serverDataFolder(settings)}, new at each start.`
      : "The server's rows are in the database that you named.",
    `Logs are in ${join(settings.dataFolder, 'logs')}. Press Ctrl-C to stop everything.`,
    '',
  ].join('\n')
}

const addressOf = ({ signIn }: DemoAccount) =>
  'email' in signIn ? signIn.email : signIn.phoneNumber

function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
  )
}
