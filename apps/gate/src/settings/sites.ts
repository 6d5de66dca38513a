import * as v from 'valibot'
import { isPublicHost } from '../request/request-rules.ts'
import { list, origin, secure, secureMessage } from './setting-values.ts'

/** An application with a host name of its own. */
export interface Site {
  /** The origin at which browsers reach the gate for this application. */
  publicUrl: URL
  /** Without it, the gate only tells a reverse proxy which requests may pass. */
  upstream: URL | undefined
  /** The `aud` of its assertions. */
  audience: string
}

const publicOrigin = v.pipe(origin, v.check(secure, secureMessage))

/** `https://wiki.example.com=http://127.0.0.1:8081`, separated by commas. */
export const siteList = v.pipe(
  list,
  v.rawTransform(({ dataset, addIssue, NEVER }): Omit<Site, 'audience'>[] => {
    const sites = dataset.value.map((item) => {
      const [, name, upstreamName] = /^([^=]*)(?:=(.*))?$/.exec(item) ?? []
      const publicUrl = v.safeParse(publicOrigin, name)
      const upstream = v.safeParse(v.optional(origin), upstreamName)
      return publicUrl.success && upstream.success
        ? { publicUrl: publicUrl.output, upstream: upstream.output }
        : undefined
    })
    const valid = sites.filter((site) => site !== undefined)
    if (valid.length === sites.length) return valid
    addIssue({
      message:
        'must be pairs such as https://wiki.example.com=http://127.0.0.1:8081, separated by commas; ' +
        'the first origin https, or http on localhost',
    })
    return NEVER
  }),
)

/** Whether the `Host` header of a request always shows which application it is for. */
export function haveOwnHosts(publicUrls: readonly URL[]): boolean {
  return publicUrls.every((one) =>
    publicUrls.every((other) => one === other || !isPublicHost(one.host, other)),
  )
}
