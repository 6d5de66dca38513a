import { isObject, type Json } from './config-file.ts'

/** An image that the page's own host must serve, and its key in the config document. */
interface OwnImage {
  key: string
  path: string
}

/** The images of the deployment and of its tenants, even if other parts of the document are invalid. */
export function ownImages({ branding, tenants }: Json): OwnImage[] {
  const ofTenants = isObject(tenants) ? Object.entries(tenants) : []
  return [
    ...imagesOf('branding', branding),
    ...ofTenants.flatMap(([id, tenant]) => imagesOf(`tenants.${id}`, tenant)),
  ]
}

function imagesOf(key: string, entry: unknown): OwnImage[] {
  if (!isObject(entry)) return []
  return ['logoUrl', 'panelImageUrl'].flatMap((name) => {
    const path = entry[name]
    return typeof path === 'string' && path.startsWith('/') ? [{ key: `${key}.${name}`, path }] : []
  })
}
