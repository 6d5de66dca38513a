import { expect, it } from 'vitest'
import { withSection } from './document.ts'

const document = `# Performance

<!-- bench pages: begin -->
old
<!-- bench pages: end -->

Written by hand.

<!-- bench gate: begin -->
<!-- bench gate: end -->
`

it('writing a section of the document leaves the rest unchanged', () => {
  expect(withSection(document, 'pages', 'new\n')).toBe(document.replace('old', '\nnew\n'))
})

it('a section of the document can be replaced again', () => {
  const once = withSection(document, 'pages', 'new')
  expect(withSection(once, 'pages', 'new')).toBe(once)
})

it('a document without the markers of a section is refused', () => {
  expect(() => withSection(document, 'service', 'new')).toThrow('no place for service')
})
