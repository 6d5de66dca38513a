import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createControl } from './control/control.ts'
import { DEMO_PROJECT, demoAccounts } from './emulator/demo-accounts.ts'
import { emulatorUrl } from './emulator/emulator-part.ts'
import { fetchSentCodes } from './emulator/sent-codes.ts'
import { createFrontProxy } from './front/front-proxy.ts'
import { createLocalPages } from './front/local-pages.ts'
import { createRelay } from './front/relay.ts'
import type { HelperPage } from './initech/helper-page.ts'
import { createHelperPage } from './initech/helper-page.ts'
import { planInitech } from './initech/initech.ts'
import type { Inbox } from './inbox/inbox.ts'
import { createInbox } from './inbox/inbox.ts'
import { LocalError } from './settings/local-error.ts'
import { createMailPart } from './mail/mail-part.ts'
import type { Part } from './parts/part.ts'
import { createPart } from './parts/part.ts'
import { planParts } from './plans/plan-parts.ts'
import { createPartner } from './partner/invitations.ts'
import type { ServerKeys } from './plans/server-part.ts'
import { PARTNER } from './plans/server-part.ts'
import { assertPortsFree } from './settings/ports.ts'
import {
  asFromMicrosoft,
  withAccessTokenOf,
  withoutAccountMethods,
} from './providers/identity-call.ts'
import { createProviders } from './providers/providers.ts'
import { createReceiver } from './provisioning/receiver.ts'
import type { Settings } from './settings/settings.ts'
import { readSettings } from './settings/settings.ts'
import { onEnd } from './setup/on-end.mjs'
import type { Progress } from './setup/progress.mjs'
import { summarize } from './summary.ts'
import { createTotpFactors } from './totp/totp-factors.ts'
import { createTotpStandIn } from './totp/totp-stand-in.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface StackOptions {
  argv: string[]
  env: NodeJS.ProcessEnv
  progress: Progress
}

/** Runs the stack until a signal, or until a part ends. Resolves to the exit code. */
export async function runStack({ argv, env, progress }: StackOptions): Promise<number> {
  const ending = awaitEnding(env)
  let parts: Part[] = []
  let front: Server | null = null
  try {
    const settings = readSettings(argv, env, root)
    await assertPortsFree(settings.ports)

    const logFolder = join(settings.dataFolder, 'logs')
    mkdirSync(logFolder, { recursive: true, mode: 0o700 })
    const keys = {
      provisioning: randomBytes(32),
      partner: randomBytes(32),
      signing: randomBytes(32),
    }
    const inbox = createInbox(
      () => fetchSentCodes(emulatorUrl(settings)),
      () => new Date(),
    )
    const initech = planInitech(settings, root, env)
    parts = [
      createMailPart(settings.ports.mail, (mail) => inbox.receive(mail)),
      ...[initech.plan, ...planParts(settings, root, env, keys)].map((plan) =>
        createPart(plan, { logFolder, onCrash: ending.crash }),
      ),
    ]
    front = await startFront(settings, {
      parts,
      inbox,
      keys,
      helperPage: createHelperPage(initech.signIn),
    })
    const running = startAll(parts, progress).then(() => {
      progress.print(summarize(settings))
      return ending.reached
    })

    const crash = await Promise.race([running, ending.reached])
    if (crash !== null) throw new LocalError('part-failed', crash)
    return 0
  } catch (error) {
    if (!(error instanceof LocalError)) throw error
    progress.fail(error.message)
    return 1
  } finally {
    if (front !== null) {
      progress.print('Stopping …')
      front.close()
      front.closeAllConnections()
      await Promise.all(parts.map((part) => part.stop()))
      progress.print('Everything is stopped.')
    }
    ending.release()
  }
}

/** Resolves with the reason of a crash, or with null after a signal. */
function awaitEnding(env: NodeJS.ProcessEnv) {
  let end: (crash: string | null) => void = () => {}
  const reached = new Promise<string | null>((resolve) => {
    end = resolve
  })
  return {
    reached,
    crash: (reason: string) => end(reason),
    release: onEnd(() => end(null), env),
  }
}

async function startAll(parts: Part[], progress: Progress): Promise<void> {
  await Promise.all(
    parts.map((part) => progress.step(`Starting the ${part.name}`, () => part.start())),
  )
}

interface FrontBackends {
  parts: Part[]
  inbox: Inbox
  keys: ServerKeys
  helperPage: HelperPage
}

async function startFront(
  { ports, loginOrigin }: Settings,
  { parts, inbox, keys, helperPage }: FrontBackends,
): Promise<Server> {
  const providers = createProviders(Date.now)
  const factors = createTotpFactors(Date.now)
  for (const { signIn, secondFactor } of demoAccounts) {
    if (secondFactor && 'secret' in secondFactor && 'email' in signIn) {
      factors.add(secondFactor.uid, signIn.email, secondFactor.secret)
    }
  }
  const withAccessToken = withAccessTokenOf(providers)
  const front = createServer(
    createFrontProxy({
      emulator: createRelay('identity emulator', ports.emulator),
      server: createRelay('login server', ports.server),
      local: createLocalPages({
        port: ports.login,
        control: createControl(parts),
        inbox,
        authenticators: factors,
        providers,
        provisioning: createReceiver(keys.provisioning),
        partner: createPartner({ name: PARTNER, key: keys.partner, loginOrigin }),
      }),
      totp: createTotpStandIn({
        emulatorUrl: `http://127.0.0.1:${ports.emulator}`,
        projectId: DEMO_PROJECT,
        factors,
        isExpired: (sessionInfo) => inbox.isExpired(sessionInfo),
        now: Date.now,
      }),
      onCodeSent: () => void inbox.messages(),
      helperPage,
      providerSignIn: {
        request: asFromMicrosoft,
        answer: (body) => withoutAccountMethods(withAccessToken(body)),
      },
    }),
  )
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject)
    front.listen(ports.login, '127.0.0.1', resolve)
  })
  return front
}
