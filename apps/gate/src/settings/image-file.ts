import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** It is part of every page of the gate. */
const mostBytes = 32 * 1024

/** The path of an image, which is read once. A `data:` URL, so that the gate's pages need no other request. */
export const imageFile = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const content = read(dataset.value)
    const type = content && typeOf(content)
    if (content && type && content.length <= mostBytes) {
      return `data:${type};base64,${content.toString('base64')}`
    }
    addIssue({
      message: `must be a readable SVG, PNG, JPEG or WebP file of at most ${mostBytes / 1024} KB`,
    })
    return NEVER
  }),
)

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function typeOf(content: Buffer): string | undefined {
  const start = content.subarray(0, 12).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  return /^\uFEFF?[\t\n\r ]*(?:<\?xml|<!--|<svg)/.test(content.toString('utf8'))
    ? 'image/svg+xml'
    : undefined
}
