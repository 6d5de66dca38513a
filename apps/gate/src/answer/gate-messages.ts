import { acceptedNames } from '@foyer/contract/header-text'

/** The pages of the gate, for what the sign-in page cannot show. */
const english = {
  cannotFinish: {
    title: 'Sign-in could not be completed',
    text: 'This sign-in was started in another browser, took too long, or your browser did not keep the cookie of this site. Allow cookies for this site and try again.',
  },
  sessionEnded: {
    title: 'Your session has ended',
    text: 'What you have just sent did not reach the application. Sign in again in a new tab, then come back here, go one page back and send it once more.',
  },
  duplicateSession: {
    title: 'Your session could not be read',
    text: 'Your browser sent two sessions for this site. They have been removed. Please sign in again.',
  },
  addressTooLong: {
    title: 'This address is too long',
    text: 'Sign-in cannot bring you back to an address of this length. Open the application at a shorter address first.',
  },
  unreachable: {
    title: 'The application cannot be reached',
    text: 'You are still signed in. Please try again in a moment.',
  },
  answerTooLarge: {
    title: "The application's answer is too large",
    text: 'Its headers are larger than this gate passes on. You are still signed in. Please tell the people who run the application.',
  },
  tooSlow: {
    title: 'The application did not answer in time',
    text: 'You are still signed in. Please try again in a moment.',
  },
  refused: {
    title: 'This request cannot be answered',
    text: 'The address or the request is not valid.',
  },
  refreshed: {
    title: 'Your session is up to date',
    text: 'You can close this window and go on in the application.',
  },
  wholeWindow: {
    title: 'You are still signed in',
    text: 'Signing out needs the whole window. Use this link to sign out.',
  },
  redirecting: {
    title: 'One moment, please',
    text: 'You are being redirected. If nothing happens, use this link.',
  },
  goOn: 'Continue',
  tryAgain: 'Try again',
  signIn: 'Sign in again',
  signOut: 'Sign out',
}

type Messages = typeof english

const turkish: Messages = {
  cannotFinish: {
    title: 'Giriş tamamlanamadı',
    text: 'Bu giriş başka bir tarayıcıda başlatıldı, çok uzun sürdü ya da tarayıcınız bu sitenin çerezini saklamadı. Bu site için çerezlere izin verip tekrar deneyin.',
  },
  sessionEnded: {
    title: 'Oturumunuzun süresi doldu',
    text: 'Az önce gönderdikleriniz uygulamaya ulaşmadı. Yeni bir sekmede tekrar giriş yapın, sonra buraya dönüp bir önceki sayfaya gidin ve yeniden gönderin.',
  },
  duplicateSession: {
    title: 'Oturumunuz okunamadı',
    text: 'Tarayıcınız bu site için iki oturum gönderdi. İkisi de kaldırıldı. Lütfen tekrar giriş yapın.',
  },
  addressTooLong: {
    title: 'Bu adres çok uzun',
    text: 'Giriş işlemi sizi bu uzunlukta bir adrese geri getiremez. Önce uygulamayı daha kısa bir adresle açın.',
  },
  unreachable: {
    title: 'Uygulamaya ulaşılamıyor',
    text: 'Oturumunuz hâlâ açık. Lütfen birazdan tekrar deneyin.',
  },
  answerTooLarge: {
    title: 'Uygulamanın yanıtı çok büyük',
    text: 'Yanıtın başlıkları bu geçidin ilettiğinden daha büyük. Oturumunuz hâlâ açık. Lütfen uygulamayı yönetenlere bildirin.',
  },
  tooSlow: {
    title: 'Uygulama zamanında yanıt vermedi',
    text: 'Oturumunuz hâlâ açık. Lütfen birazdan tekrar deneyin.',
  },
  refused: {
    title: 'Bu istek yanıtlanamıyor',
    text: 'Adres ya da istek geçerli değil.',
  },
  refreshed: {
    title: 'Oturumunuz güncel',
    text: 'Bu pencereyi kapatıp uygulamaya devam edebilirsiniz.',
  },
  wholeWindow: {
    title: 'Oturumunuz hâlâ açık',
    text: 'Oturumu kapatmak için pencerenin tamamı gerekir. Oturumu kapatmak için bu bağlantıyı kullanın.',
  },
  redirecting: {
    title: 'Bir saniye lütfen',
    text: 'Yönlendiriliyorsunuz. Bir şey olmazsa bu bağlantıyı kullanın.',
  },
  goOn: 'Devam et',
  tryAgain: 'Tekrar dene',
  signIn: 'Tekrar giriş yap',
  signOut: 'Oturumu kapat',
}

export type LinkName = 'goOn' | 'tryAgain' | 'signIn' | 'signOut'
export type PageName = Exclude<keyof Messages, LinkName>
export type Language = 'tr' | 'en'

export const gateMessages: Readonly<Record<Language, Messages>> = { en: english, tr: turkish }

/** The first of our two languages that the browser names; English otherwise. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const first = acceptedNames(acceptLanguage).find((range) => /^(?:tr|en)(?:-|$)/.test(range))
  return first?.startsWith('tr') ? 'tr' : 'en'
}
