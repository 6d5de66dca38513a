import type { AllowedUse } from './allowed-uses.ts'
import type { FindLacking } from './compatibility.ts'
import { newerSyntax } from './newer-syntax.ts'
import type { ShippedScript } from './shipped-scripts.ts'
import { usedApis } from './used-apis.ts'

interface Deps {
  findLacking: FindLacking
  allowed: readonly AllowedUse[]
  /** As esbuild names browsers. */
  target: readonly string[]
}

/** What some supported browser cannot read or does not have; empty if each script works in all of them. */
export async function checkScripts(scripts: readonly ShippedScript[], deps: Deps) {
  const syntax = await Promise.all(
    scripts.map(async ({ name, code }) => {
      const line = await newerSyntax(code, deps.target)
      return line === null ? [] : [`${name} has newer syntax: ${line.slice(0, 200)}`]
    }),
  )
  const lacking = scripts.flatMap((script) => lackingIn(script, deps.findLacking))
  const isAllowed = ({ feature, name }: Lack): boolean =>
    deps.allowed.some((use) => use.feature === feature && use.script === name)
  const unused = deps.allowed.filter((use) =>
    lacking.every(({ feature, name }) => use.feature !== feature || use.script !== name),
  )
  return [
    ...syntax.flat(),
    ...lacking.filter((lack) => !isAllowed(lack)).map(describe),
    ...unused.map(
      ({ feature, script }) =>
        `${script} no longer uses ${feature}: remove it from allowed-uses.ts.`,
    ),
  ]
}

interface Lack {
  name: string
  feature: string
  browsers: readonly string[]
  code: string
}

function lackingIn({ name, code }: ShippedScript, findLacking: FindLacking): Lack[] {
  return usedApis(code).flatMap((use) => {
    const lacking = findLacking(use)
    const near = code.slice(Math.max(0, use.position - 40), use.position + 60)
    return lacking === null ? [] : [{ ...lacking, name, code: near }]
  })
}

function describe({ name, feature, browsers, code }: Lack): string {
  return `${name} uses ${feature}, which ${browsers.join(', ')} lacks: ${code.replaceAll(/\s+/g, ' ')}`
}
