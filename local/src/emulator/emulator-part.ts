import { mkdirSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { partEnvironment } from '../parts/environment.ts'
import type { PartPlan } from '../parts/part.ts'
import type { Settings } from '../settings/settings.ts'
import { DEMO_PROJECT } from './demo-accounts.ts'
import { seedDemoAccounts } from './seed.ts'

const HOST = '127.0.0.1'
const quickStart = new URL('./quick-start.mjs', import.meta.url).href

export const emulatorUrl = ({ ports }: Settings) => `http://${HOST}:${ports.emulator}`

export function emulatorPart(settings: Settings, root: string, env: NodeJS.ProcessEnv): PartPlan {
  const { ports } = settings
  const folder = join(settings.dataFolder, 'emulator')
  const configFile = join(folder, 'firebase.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    configFile,
    JSON.stringify({
      emulators: {
        auth: { host: HOST, port: ports.emulator },
        hub: { host: HOST, port: ports.emulatorHub },
        logging: { host: HOST, port: ports.emulatorLogging },
        ui: { enabled: false },
        singleProjectMode: true,
      },
    }),
  )
  const program = join(root, 'local', 'emulator', 'node_modules', 'firebase-tools', 'lib', 'bin')
  return {
    name: 'emulator',
    args: [
      '--import',
      quickStart,
      join(program, 'firebase.js'),
      'emulators:start',
      '--only=auth',
      `--project=${DEMO_PROJECT}`,
      `--config=${configFile}`,
    ],
    cwd: folder,
    env: partEnvironment(env, {
      // Prevents prompts, update notices, and files outside our folder.
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: folder,
      TMPDIR: folder,
      // The emulator's debug log would contain phone numbers and codes.
      FIREBASE_DEBUG_PATH: devNull,
    }),
    readyUrl: emulatorUrl(settings),
    prepare: () => seedDemoAccounts(emulatorUrl(settings)),
  }
}
