import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrastOf } from '@foyer/contract/contrast'
import { describe, expect, it } from 'vitest'
import { accentColors, darkShades } from './accent.ts'
import { mark } from './mark.ts'
import { documentSheet, markSvg } from './sheet.ts'
import { minify, tokens } from './tokens.ts'

const schemes = ['light', 'dark'] as const

describe.each(schemes)('the colours in %s mode', (scheme) => {
  const own = tokens[scheme]

  it.each(['ink', 'ink-soft'] as const)(
    'text in the colour %s has a contrast of 4.5 on paper and on surfaces',
    (name) => {
      expect(contrastOf(own[name], own.paper)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(own[name], own.surface)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(['line-strong', 'focus'] as const)(
    'the outline of a control, %s, has a contrast of 3 on paper and on surfaces',
    (name) => {
      expect(contrastOf(own[name], own.paper)).toBeGreaterThanOrEqual(3)
      expect(contrastOf(own[name], own.surface)).toBeGreaterThanOrEqual(3)
    },
  )

  it.each([
    tokens.light.brand,
    '#000000',
    '#767676',
    '#7a1f3d',
    '#1d4ed8',
    '#0000ff',
    '#c00000',
    '#8a6d00',
    '#006400',
  ])('a button and a link in the accent %s can be read and seen', (accent) => {
    expect(contrastOf(accent, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    const { action, link } = accentColors(accent, scheme)
    expect(contrastOf(action, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(action, own.surface)).toBeGreaterThanOrEqual(3)
    expect(contrastOf(link, own.paper)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(link, own.surface)).toBeGreaterThanOrEqual(4.5)
  })
})

it('an accent that can be seen in light mode is not changed', () => {
  expect(accentColors('#7a1f3d', 'light')).toEqual({ action: '#7a1f3d', link: '#7a1f3d' })
})

it('in dark mode an accent becomes the same colours here as on the sign-in page', () => {
  // As Chromium computes them.
  expect(accentColors('#0f4c47', 'dark')).toEqual({ action: '#357c75', link: '#7bd0c6' })
  const css = readFileSync(
    join(import.meta.dirname, '../../../apps/login/src/styles/base.css'),
    'utf8',
  )
  for (const [name, shade] of Object.entries(darkShades)) {
    expect(css).toContain(`--${name}: ${shade.css};`)
  }
})

it.each([
  ['an orange', '#c2410c', { action: '#c03f0a', link: '#ffa284' }],
  ['a crimson', '#be123c', { action: '#ce2a49', link: '#ff9da2' }],
  ['a purple', '#7e22ce', { action: '#913de4', link: '#ccabfe' }],
  ['a blue', '#1a73e8', { action: '#0768dc', link: '#8dc0ff' }],
])('%s accent keeps its hue in dark mode', (_name, accent, shades) => {
  expect(accentColors(accent, 'dark')).toEqual(shades)
})

it('the style sheet has the accent in place of our own colour', () => {
  expect(documentSheet()).toContain(`:root{--brand:${tokens.light.brand};`)
  const sheet = documentSheet('#7a1f3d')
  expect(sheet).toContain(':root{--brand:#7a1f3d;--action:#7a1f3d;')
  const { action, link } = accentColors('#7a1f3d', 'dark')
  expect(sheet).toContain(`(prefers-color-scheme:dark){:root{--action:${action};--link:${link}}}`)
})

it('a minified style sheet keeps its selectors and values', () => {
  expect(minify('/* why */\na b, a:hover { margin: 0 1px; color: rgb(1 2 3 / 4%); }\n')).toBe(
    'a b,a:hover{margin:0 1px;color:rgb(1 2 3 / 4%)}',
  )
})

it('the logo in the HTML of the sign-in page is this logo', () => {
  const html = readFileSync(join(import.meta.dirname, '../../../apps/login/index.html'), 'utf8')
  for (const path of [mark.door, ...mark.arches]) {
    expect(html).toContain(`d="${path}"`)
    expect(markSvg).toContain(`d="${path}"`)
  }
})
