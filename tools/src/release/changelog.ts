import type { ReleasePlan } from '@changesets/types'

type Bump = 'major' | 'minor' | 'patch'
const headings: Record<Bump, string> = {
  major: 'Incompatible changes',
  minor: 'New',
  patch: 'Fixed',
}

/** All our packages have one version, so one changelog is enough. */
export function withRelease(
  changelog: string,
  version: string,
  date: string,
  { changesets }: Pick<ReleasePlan, 'changesets'>,
): string {
  const sections = (Object.keys(headings) as Bump[]).flatMap((bump) => {
    const lines = changesets
      .filter(({ releases }) => bumpOf(releases) === bump)
      .map(({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`)
    return lines.length === 0 ? [] : [`### ${headings[bump]}\n\n${lines.join('\n')}`]
  })
  const release = [`## ${version} (${date})`, ...sections].join('\n\n')
  const firstRelease = changelog.search(/^## /m)
  const start = firstRelease === -1 ? changelog.length : firstRelease
  return (
    `${changelog.slice(0, start).trimEnd()}\n\n${release}\n\n${changelog.slice(start)}`.trimEnd() +
    '\n'
  )
}

/** The largest of a changeset, which may name several packages. */
function bumpOf(releases: readonly { type: string }[]): Bump | undefined {
  return (Object.keys(headings) as Bump[]).find((bump) =>
    releases.some(({ type }) => type === bump),
  )
}
