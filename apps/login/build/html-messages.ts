import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const folder = new URL('../../../packages/messages/', import.meta.url)

/** Replaces `{{en.html.tooOld}}` in the HTML by the message `tooOld` of `en/html.json`. */
export function htmlMessages(): Plugin {
  return {
    name: 'foyer:html-messages',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+)\.(\w+)\.(\w+)\}\}/g, (_place, ...[language, file, key]: string[]) =>
          messageOf(`${language}/${file}.json`, key),
        ),
    },
  }
}

function messageOf(file: string, key = ''): string {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const messages = JSON.parse(text) as Record<string, string>
  const message = messages[key]
  if (message === undefined) throw new Error(`${file} has no message ${key}.`)
  return message
}
