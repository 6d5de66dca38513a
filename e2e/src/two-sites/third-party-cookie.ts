import type { Answerer } from './internet.ts'

export const cookiePath = '/third-party-cookie'

/** Sets a cookie that is allowed as a third-party cookie, and responds with the cookies of the request. */
export function thirdPartyCookie(otherOrigin: string): Answerer {
  return ({ headers }, response) => {
    response.writeHead(200, {
      'content-type': 'text/plain',
      'access-control-allow-origin': otherOrigin,
      'access-control-allow-credentials': 'true',
      // Not in a third-party response: a browser that partitions cookies would send it back there.
      ...(headers.origin === undefined && {
        'set-cookie': 'third-party=1; Path=/; Secure; SameSite=None',
      }),
    })
    response.end(headers.cookie)
  }
}
