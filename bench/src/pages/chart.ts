import type { PageFigures } from './page-figures.ts'
import type { Subject, SubjectName } from './subjects.ts'

const colors: Record<SubjectName, string> = {
  google: '#8a94a6',
  react: '#b3bccb',
  floor: '#dbe0e8',
  foyer: '#0f6b5c',
}
const [width, labelWidth, barHeight, gap] = [760, 190, 16, 5]

interface Group {
  readonly title: string
  readonly bars: readonly { readonly subject: Subject; readonly ms: number }[]
}

/** What a user waits for on a slow network, as bars. */
export function chartOf(figures: PageFigures, subjects: readonly Subject[]): string {
  const known = subjects.filter(({ appName }) => appName !== null)
  const cold = (subject: Subject) => figures.signIn(subject.name, 'slow', 'cold')
  const warm = (subject: Subject) => figures.signIn(subject.name, 'slow', 'warm')
  const again = (subject: Subject) => figures.returning(subject.name, 'cold')
  const groupOf = (title: string, of: readonly Subject[], ms: (subject: Subject) => number) => ({
    title,
    bars: of.map((subject) => ({ subject, ms: ms(subject) })),
  })
  return draw([
    groupOf('Something to see, first visit', subjects, (one) => cold(one).firstPaint.median),
    groupOf('Sign-in button works, first visit', subjects, (one) => cold(one).button.median),
    groupOf('Sign-in button works, next visit', subjects, (one) => warm(one).button.median),
    groupOf(
      'On the way to the provider, first visit',
      subjects,
      (one) => cold(one).provider.median,
    ),
    groupOf('Returning user back in the application', known, (one) => again(one).redirect.median),
  ])
}

function draw(groups: readonly Group[]): string {
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ ms }) => ms)))
  const scale = (width - labelWidth - 90) / longest
  const parts: string[] = []
  let y = 24
  for (const { title, bars } of groups) {
    parts.push(`<text x="0" y="${y}" font-weight="600">${title}</text>`)
    y += 10
    for (const { subject, ms } of bars) {
      const length = Math.max(1, Math.round(ms * scale))
      const middle = y + barHeight - 4
      const weight = subject.name === 'foyer' ? ' font-weight="600"' : ''
      parts.push(
        `<text x="0" y="${middle}"${weight}>${subject.title}</text>`,
        `<rect x="${labelWidth}" y="${y}" width="${length}" height="${barHeight}" rx="2" fill="${colors[subject.name]}"/>`,
        `<text x="${labelWidth + length + 8}" y="${middle}"${weight}>${(ms / 1000).toFixed(2)} s</text>`,
      )
      y += barHeight + gap
    }
    y += 24
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 0 ${width + 32} ${y - 16}" font-family="system-ui, sans-serif" font-size="12" fill="#1c2230" role="img" aria-label="Seconds on slow 4G, by page">`,
    `<rect x="-16" width="${width + 32}" height="${y - 16}" fill="#fff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
