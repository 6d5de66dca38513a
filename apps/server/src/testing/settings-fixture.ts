import type { Settings } from '../settings.ts'

export function createSettings(changes: Partial<Settings> = {}): Settings {
  return {
    policy: null,
    discovery: null,
    isLocal: false,
    crashFile: null,
    projectId: null,
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'https://login.example.com',
    pageDir: '/nowhere',
    logLevel: 'info',
    gateOrigins: ['https://app.corp.example'],
    frameAncestors: [],
    pageCacheBytes: 1_000_000,
    authHelperOrigin: null,
    providers: {
      google: { clientIds: [], tokeninfoUrl: 'http://localhost:1/tokeninfo' },
      microsoft: { clientIds: [], directories: [], graphUrl: 'http://localhost:1' },
    },
    provisioning: null,
    store: { kind: 'embedded', dataFolder: '/nowhere' },
    keys: { signingKey: null, partnerKeys: new Map() },
    mail: null,
    metrics: null,
    breachedPasswordsUrl: null,
    drainSeconds: 0,
    trustedProxies: { includes: () => false, isEmpty: true },
    config: {
      apiKey: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
      authDomain: 'auth.example.com',
      productURL: 'https://app.corp.example/',
      functionUrl: '/function/link',
    },
    ...changes,
  }
}
