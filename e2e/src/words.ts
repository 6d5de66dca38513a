/** The binding wording (requirements, table I), as visitors and assistive technology find it. */
export const words = {
  en: {
    title: 'WELCOME',
    subText: 'Just a few seconds left',
    google: 'Continue with Google',
    microsoft: 'Continue with Microsoft',
    retry: 'Try again',
    chooseTenant: 'Choose your company',
    signedOut: 'You have been signed out.',
    language: 'Language',
    deactivated: 'Your account has been deactivated. Please contact your manager.',
  },
  tr: {
    title: 'HOŞ GELDİNİZ',
    subText: 'Birkaç saniye kaldı',
    google: 'Google ile devam et',
    microsoft: 'Microsoft ile devam et',
    retry: 'Tekrar dene',
    chooseTenant: 'Şirketinizi seçin',
    signedOut: 'Oturumunuz kapatıldı.',
    language: 'Dil',
    deactivated: 'Hesabınız devre dışı bırakıldı. Lütfen yöneticinizle iletişime geçin.',
  },
} as const

export type Language = keyof typeof words
