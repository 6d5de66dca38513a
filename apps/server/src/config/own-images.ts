import { isObject, type Json } from './config-file.ts'

/** An image that the page's own host must serve, and its key in the config document. */
interface OwnImage {
  key: string
  path: string
}

/** The images of the deployment and of its tenants, even if other parts of the document are invalid. */
export function ownImages({ branding, methods, tenants }: Json): OwnImage[] {
  const ofTenants = isObject(tenants) ? Object.entries(tenants) : []
  return [
    ...imagesOf('branding', branding),
    ...iconsOf('methods', methods),
    ...ofTenants.flatMap(([id, tenant]) => [
      ...imagesOf(`tenants.${id}`, tenant),
      ...iconsOf(`tenants.${id}.methods`, isObject(tenant) ? tenant['methods'] : undefined),
    ]),
  ]
}

function imagesOf(key: string, entry: unknown, names = ['logoUrl', 'panelImageUrl']): OwnImage[] {
  if (!isObject(entry)) return []
  return names.flatMap((name) => {
    const path = entry[name]
    return typeof path === 'string' && path.startsWith('/') ? [{ key: `${key}.${name}`, path }] : []
  })
}

function iconsOf(key: string, methods: unknown): OwnImage[] {
  if (!Array.isArray(methods)) return []
  return methods.flatMap((method, index) => imagesOf(`${key}.${index}`, method, ['icon']))
}
