import type { Config, Tenant } from '@foyer/contract/config'
import { projectPlaceholder } from '@foyer/contract/served-tenants'
import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'
import type { FastifyInstance } from 'fastify'
import { splitTarget } from '../http/request-target.ts'
import { createStaticFile, sendFile } from '../http/static-file.ts'

/**
 * Anybody may read the config. The list of tenants is the list of a company's customers, so an answer
 * holds the settings of those tenants alone whose ids the request names in `tid`. Unknown ids are
 * answered like none, in every byte.
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

/** In the order of the config: the order of the request must not show in the answer. */
function narrowConfig({ tenants, ...general }: Config, tids: readonly string[]): Config {
  if (tenants === undefined) return general
  const asked = new Set(tids)
  const isAsked = (tid: string) =>
    asked.has(tid) || (isProjectTid(tid) && asked.has(projectPlaceholder))
  const named = Object.entries(tenants).filter(([tid]) => isAsked(tid))
  return { ...general, tenants: Object.fromEntries<Tenant>(named) }
}
