type Language = 'en' | 'tr'

/** The buttons of the sign-in page, as it names them. */
const buttons = {
  en: {
    'email-link': '“Sign in with an email link”',
    'google.com': '“Continue with Google”',
    'microsoft.com': '“Continue with Microsoft”',
    phone: '“Continue with phone number”',
  },
  tr: {
    'email-link': '“E-posta bağlantısıyla giriş yap”',
    'google.com': '“Google ile devam et”',
    'microsoft.com': '“Microsoft ile devam et”',
    phone: '“Telefon numarası ile devam et”',
  },
} as const

/** Null for a method that the sign-in page has no button for. */
export function buttonOf(language: Language, method: string | undefined): string | null {
  const named: Record<string, string> = buttons[language]
  return method !== undefined && Object.hasOwn(named, method) ? (named[method] ?? null) : null
}

/** Which button to press next time, where the account has no provider yet and is known by its address. */
export function nextTime(language: Language, methods: readonly string[]): string[] {
  const byAddress = (['google.com', 'microsoft.com'] as const).filter((id) => methods.includes(id))
  const providers = new Intl.ListFormat(language, { type: 'disjunction' }).format(
    byAddress.map((id) => buttons[language][id]),
  )
  const hasLink = methods.includes('email-link')
  const { link, insteadOfLink, withoutLink } = sentences[language]
  return [
    ...(hasLink ? [link] : []),
    ...(providers === '' ? [] : [(hasLink ? insteadOfLink : withoutLink)(providers)]),
  ]
}

const sentences = {
  en: {
    link: `Next time, press ${buttons.en['email-link']} on the sign-in page and enter this address.`,
    insteadOfLink: (providers: string) =>
      `If this is also the address of your account there, you can press ${providers} instead.`,
    withoutLink: (providers: string) =>
      `Next time, press ${providers} on the sign-in page and choose the account with this address.`,
  },
  tr: {
    link: `Bir dahaki sefere giriş sayfasında ${buttons.tr['email-link']} düğmesine basıp bu adresi girin.`,
    insteadOfLink: (providers: string) =>
      `Oradaki hesabınız da bu adresi kullanıyorsa bunun yerine ${providers} düğmesine basabilirsiniz.`,
    withoutLink: (providers: string) =>
      `Bir dahaki sefere giriş sayfasında ${providers} düğmesine basıp bu adresin hesabını seçin.`,
  },
}
