import type { Answerer } from './internet.ts'
import type { Site } from './sites.ts'

/** An empty page at the site's own origin, to put an account into its storage. */
export const blankPath = '/blank'

/** @returns whether that page was asked for */
export function answerBlank(...[request, response]: Parameters<Answerer>): boolean {
  if (request.url !== blankPath) return false
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Blank</title>')
  return true
}

export function answerFrom(site: Site): Answerer {
  return (request, response) => {
    const file = site.get(request.url.replace(/\?.*/, ''))
    if (answerBlank(request, response)) return
    if (!file) response.writeHead(404).end()
    else {
      response.writeHead(200, {
        'content-type': file.type,
        'cache-control': file.cacheControl,
        'content-encoding': 'br',
        vary: 'accept-encoding',
      })
      response.end(file.brotli)
    }
  }
}
