import { findChromium, installChromium } from './chromium.ts'
import { firefoxPackages, hasFirefox, oldestFirefox } from './firefox.ts'
import { installCommand, installPackages } from './packages.ts'
import { hasWebKit, webkitPackages } from './webkit.ts'

/** The browser engines that the flows run in. */
export const engines = ['chromium', 'firefox', 'webkit'] as const
export type Engine = (typeof engines)[number]

export interface Installation {
  name: string
  isHere: () => boolean
  install: () => Promise<void>
  /** What a user does where `install` is not allowed to. */
  advice: string
}

const installations: Readonly<Record<Engine, Installation>> = {
  chromium: {
    name: 'Chromium',
    isHere: () => findChromium() !== null,
    install: installChromium,
    advice: 'Install Chromium or Chrome, or set FOYER_CHROMIUM to the path of its executable.',
  },
  firefox: {
    name: 'Firefox',
    isHere: hasFirefox,
    install: () => installPackages(firefoxPackages),
    advice: `Version ${oldestFirefox} or later is needed. Run: ${installCommand(firefoxPackages)} (or set FOYER_FIREFOX to the path of its executable)`,
  },
  webkit: {
    name: 'WebKit',
    isHere: hasWebKit,
    install: () => installPackages(webkitPackages),
    advice: `On Debian or Ubuntu, run: ${installCommand(webkitPackages)}`,
  },
}

/** Those of the engines that are on this machine. */
export function enginesHere(): Engine[] {
  return engines.filter((engine) => installations[engine].isHere())
}

/** That of the setup. */
interface Progress {
  step: <Result>(
    name: string,
    work: () => Promise<Result>,
    isGood: (result: Result) => boolean,
  ) => Promise<Result>
}

export interface Unavailable {
  engine: Engine
  reason: string
}

/** Installs the engines that are missing, and returns those that still are. */
export async function installEngines(
  wanted: readonly Engine[],
  progress: Progress,
  known: Readonly<Record<Engine, Installation>> = installations,
): Promise<Unavailable[]> {
  const missing = wanted.filter((engine) => !known[engine].isHere())
  // One after the other, because the system's package manager runs only once at a time.
  for (const engine of missing) {
    const { name, install, isHere } = known[engine]
    const attempt = () => install().catch(() => {})
    await progress.step(`Installing ${name}`, attempt, isHere)
  }
  return missing
    .filter((engine) => !known[engine].isHere())
    .map((engine) => {
      const { name, advice } = known[engine]
      return { engine, reason: `There is no usable ${name} on this machine. ${advice}` }
    })
}
