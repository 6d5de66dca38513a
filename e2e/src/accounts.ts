/** Demo accounts of the local stack, named after their purpose. */
export const accounts = {
  ordinary: { name: 'Ayşe Yılmaz', email: 'ayse.yilmaz@example.com' },
  microsoft: { name: 'Emily Clark', email: 'emily.clark@example.com' },
  deactivated: { name: 'Mark Evans', email: 'mark.evans@example.com' },
  atAcme: { name: 'Elif Kaya', email: 'elif.kaya@acme.example.com' },
  atAcmeBySaml: { name: 'Kerem Aslan', email: 'kerem.aslan@acme.example.com' },
  guestAtInitech: { name: 'Efe Yıldız', email: 'efe.yildiz@partner.example.com' },
  atInitech: { name: 'Pelin Aksoy', email: 'pelin.aksoy@initech.example.com' },
  withoutProvider: { name: 'Nil Kara', email: 'nil.kara@example.com' },
  atGlobex: { name: 'James Carter', email: 'james.carter@globex.example.com' },
} as const

export const tenants = {
  acme: { id: 'acme-1a2b3', name: 'Acme' },
  globex: { id: 'globex-4c5d6', name: 'Globex' },
  initech: { id: 'initech-7g8h9', name: 'Initech' },
} as const

export const project = { apiKey: 'demo-api-key', tid: '_12345' } as const
