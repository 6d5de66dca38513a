import type { BrowserContext } from 'playwright-core'
import { blankPath } from './answer-site.ts'
import { rememberAccount } from './account.ts'
import { slow4G, unlimited } from './link/profile.ts'
import type { LinkProfile } from './link/profile.ts'
import type { Stage } from './stage.ts'
import type { Subject, SubjectName } from './subjects.ts'
import { visitAgain, visitToSignIn } from './visit.ts'
import type { ReturningVisit, SignInVisit } from './visit.ts'

export const caches = ['cold', 'warm'] as const
export type Cache = (typeof caches)[number]

/** The properties of a user's network and machine. */
export interface Conditions {
  readonly name: 'unthrottled' | 'slow'
  readonly link: LinkProfile
  readonly cpuSlowdown: number
}

export const unthrottled: Conditions = { name: 'unthrottled', link: unlimited, cpuSlowdown: 1 }
export const slow: Conditions = { name: 'slow', link: slow4G, cpuSlowdown: 4 }

export interface Measured<Visit> {
  readonly subject: SubjectName
  readonly conditions: Conditions['name']
  readonly cache: Cache
  readonly visit: Visit
}

const tokenAgeSeconds = 600
/** How long a browser caches a preflight response without `Access-Control-Max-Age`. */
const preflightMemoryMs = 5_000
/** A browser that has just started is busy with its own work. */
const browserStartMs = 2_000

/** Each page cold, then each page warm, each in a browser profile of its own. */
export async function signInRound(
  stage: Stage,
  subjects: readonly Subject[],
  conditions: Conditions,
  probe: string,
): Promise<Measured<SignInVisit>[]> {
  const { link } = stage
  await link.use(conditions.link)
  return visitAll(stage, subjects, conditions, async (context, { host }) => {
    await link.cut()
    return visitToSignIn(context, `https://${host}`, conditions, probe)
  })
}

/** The same with an account that an earlier visit stored. */
export async function returningRound(
  stage: Stage,
  subjects: readonly Subject[],
  conditions: Conditions,
): Promise<Measured<ReturningVisit>[]> {
  const { link } = stage
  return visitAll(stage, subjects, conditions, async (context, { host, appName }) => {
    if (appName === null) throw new Error(`${host} keeps no account.`)
    await link.use(unlimited)
    const page = await context.newPage()
    await page.goto(`https://${host}${blankPath}`)
    await rememberAccount(page, appName, tokenAgeSeconds)
    await page.close()
    await link.cut()
    await link.use(conditions.link)
    return visitAgain(context, `https://${host}`, conditions)
  })
}

async function visitAll<Visit>(
  stage: Stage,
  subjects: readonly Subject[],
  conditions: Conditions,
  visit: (context: BrowserContext, subject: Subject) => Promise<Visit>,
): Promise<Measured<Visit>[]> {
  const measured: Measured<Visit>[] = []
  const profiles = await Promise.all(
    subjects.map(async (subject) => ({ subject, profile: await stage.openProfile(), leftAt: 0 })),
  )
  try {
    await until(performance.now() + browserStartMs)
    for (const cache of caches) {
      for (const entry of profiles) {
        const { subject, profile } = entry
        await until(entry.leftAt + preflightMemoryMs)
        const result = await visit(profile.context, subject)
        entry.leftAt = performance.now()
        measured.push({
          subject: subject.name,
          conditions: conditions.name,
          cache,
          visit: result,
        })
      }
    }
  } finally {
    await Promise.all(profiles.map(({ profile }) => profile.close()))
  }
  return measured
}

async function until(moment: number): Promise<void> {
  const ms = moment - performance.now()
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}
