import type { Config, Tenant } from '@foyer/contract/config'
import { projectPlaceholder } from '@foyer/contract/served-tenants'
import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'
import type { FastifyInstance } from 'fastify'
import { splitTarget } from '../http/request-target.ts'
import { createStaticFile, sendFile } from '../http/static-file.ts'

/**
 * Anyone can read the config, and its list of tenants is a company's list of customers. So a response
 * contains only the tenants that the request names in `tid`. A request with unknown ids gets exactly the same
 * response as a request without ids.
 */
export function addConfigRoute(app: FastifyInstance, config: Config) {
  app.get('/config.json', (request, reply) => {
    const { query } = splitTarget(request.raw.url)
    const document = narrowConfig(config, new URLSearchParams(query).getAll('tid'))
    const file = createStaticFile({
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
      plain: Buffer.from(JSON.stringify(document)),
    })
    return sendFile(request, reply, file)
  })
}

/** Keeps the order of the config, so that the response does not depend on the order in the request. */
function narrowConfig({ tenants, ...general }: Config, tids: readonly string[]): Config {
  if (tenants === undefined) return general
  const asked = new Set(tids)
  const isAsked = (tid: string) =>
    asked.has(tid) || (isProjectTid(tid) && asked.has(projectPlaceholder))
  const named = Object.entries(tenants).filter(([tid]) => isAsked(tid))
  return { ...general, tenants: Object.fromEntries<Tenant>(named) }
}
