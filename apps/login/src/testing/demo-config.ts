import type { Config } from '@foyer/contract/config'

export const demoConfig: Config = {
  apiKey: 'demo-api-key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/function/link',
  tenants: { 'acme-1a2b3': { name: 'Acme' }, 'globex-4c5d6': { name: 'Globex' } },
  branding: {
    productName: 'Acme Portal',
    socialLinks: [
      { name: 'LinkedIn', url: 'https://www.linkedin.com/company/acme' },
      { name: 'X', url: 'https://x.com/acme' },
    ],
    providerUrl: { tr: 'https://provider.example/tr', international: 'https://provider.example/' },
  },
}
