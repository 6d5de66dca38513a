import { isObject, type Json } from './config-file.ts'

/** An image that the page's own host has to serve, by its key in the config document. */
interface OwnImage {
  key: string
  path: string
}

/** The images of the deployment and of its tenants, whatever else may be wrong with the document. */
export function ownImages({ branding, tenants }: Json): OwnImage[] {
  const ofTenants = isObject(tenants) ? Object.entries(tenants) : []
  return [
    ...imagesOf('branding', branding),
    ...ofTenants.flatMap(([id, tenant]) => imagesOf(`tenants.${id}`, tenant)),
  ]
}

function imagesOf(key: string, look: unknown): OwnImage[] {
  if (!isObject(look)) return []
  return ['logoUrl', 'panelImageUrl'].flatMap((name) => {
    const path = look[name]
    return typeof path === 'string' && path.startsWith('/') ? [{ key: `${key}.${name}`, path }] : []
  })
}
