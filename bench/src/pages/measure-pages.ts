import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measure } from '../report/outcome.ts'
import { chartOf } from './chart.ts'
import { definitions, introduction } from './page-document.ts'
import { pageFigures } from './page-figures.ts'
import { pageGoals } from './page-goals.ts'
import { returningTable, signInTable } from './page-tables.ts'
import { caches, returningRound, signInRound, slow, unthrottled } from './rounds.ts'
import type { Measured } from './rounds.ts'
import { buildProbe } from './sites.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { pictureOf } from './visit.ts'
import type { ReturningVisit, SignInVisit } from './visit.ts'

export const measurePages: Measure = async ({ rounds, pictures }) => {
  const stage = await openStage()
  try {
    const { subjects } = stage
    const probe = await buildProbe()
    const browser = await lookAtEach(stage, probe, pictures)
    const signIns: Measured<SignInVisit>[] = []
    const returns: Measured<ReturningVisit>[] = []
    for (let round = 0; round < rounds; round += 1) {
      process.stdout.write(`Pages, round ${round + 1} of ${rounds}\n`)
      // The page that is first in one round is last in the next.
      const rotated = subjects.map((_one, at) => subjects[(at + round) % subjects.length])
      const order = rotated.filter((subject) => subject !== undefined)
      const known = order.filter(({ appName }) => appName !== null)
      signIns.push(...(await signInRound(stage, order, unthrottled, probe)))
      signIns.push(...(await signInRound(stage, order, slow, probe)))
      returns.push(...(await returningRound(stage, known, slow)))
    }
    const figures = pageFigures(signIns, returns)
    const known = subjects.filter(({ appName }) => appName !== null)
    const slowCold = signInTable(figures, subjects, 'slow', 'cold')
    const again = returningTable(figures, known)
    return {
      figures: {
        signIn: [unthrottled, slow].flatMap(({ name: conditions }) =>
          caches.flatMap((cache) =>
            subjects.map(({ name: page }) => {
              return { page, conditions, cache, ...figures.signIn(page, conditions, cache) }
            }),
          ),
        ),
        returning: caches.flatMap((cache) =>
          known.map(({ name: page }) => ({ page, cache, ...figures.returning(page, cache) })),
        ),
      },
      tables: [slowCold, signInTable(figures, subjects, 'slow', 'warm'), again],
      details: caches.map((cache) => signInTable(figures, subjects, 'unthrottled', cache)),
      goals: pageGoals(figures),
      introduction: introduction({ rounds, browser }),
      explanation: definitions,
      files: { 'performance.svg': chartOf(figures, subjects) },
    }
  } finally {
    await stage.close()
  }
}

/**
 * A visit that is not measured, so that the servers are warm.
 *
 * @returns the browser's version
 */
async function lookAtEach(stage: Stage, probe: string, folder: string | null): Promise<string> {
  const profile = await stage.openProfile()
  for (const { name, host } of stage.subjects) {
    const picture = await pictureOf(profile.context, `https://${host}`, probe)
    if (folder !== null) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${name}.png`), picture)
    }
  }
  const version = profile.context.browser()?.version() ?? 'of an unknown version'
  await profile.close()
  return version
}
