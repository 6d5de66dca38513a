import type { ProviderMethod } from '@foyer/contract/sign-in-methods'

/** Where Identity Platform has the settings of a provider. */
export function providerPath(tenantId: string | null, method: ProviderMethod): string {
  const prefix = tenantId === null ? '' : `tenants/${tenantId}/`
  return `${prefix}${folderOf(method)}/${method}`
}

function folderOf(method: ProviderMethod): string {
  if (method.startsWith('oidc.')) return 'oauthIdpConfigs'
  return method.startsWith('saml.') ? 'inboundSamlConfigs' : 'defaultSupportedIdpConfigs'
}
