import { expect, it } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import englishLoading from '@foyer/messages/en/loading.json'
import englishPhone from '@foyer/messages/en/phone.json'
import englishSignIn from '@foyer/messages/en/sign-in.json'
import englishRegistration from '@foyer/messages/en/registration.json'
import turkish from '@foyer/messages/tr/errors.json'
import turkishLoading from '@foyer/messages/tr/loading.json'
import turkishPhone from '@foyer/messages/tr/phone.json'
import turkishRegistration from '@foyer/messages/tr/registration.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'

function withProvider({ signIn }: typeof englishSignIn, provider: string): string {
  return signIn.provider.replace('{{provider}}', provider)
}

/** The agreed messages in English and in Turkish (requirements I). */
const wording = [
  [englishLoading.header, 'WELCOME', turkishLoading.header, 'HOŞ GELDİNİZ'],
  [
    englishLoading.subText,
    'Just a few seconds left',
    turkishLoading.subText,
    'Birkaç saniye kaldı',
  ],
  [
    withProvider(englishSignIn, 'Google'),
    'Continue with Google',
    withProvider(turkishSignIn, 'Google'),
    'Google ile devam et',
  ],
  [
    withProvider(englishSignIn, 'Microsoft'),
    'Continue with Microsoft',
    withProvider(turkishSignIn, 'Microsoft'),
    'Microsoft ile devam et',
  ],
  [
    english.action.options,
    'Back to sign-in options',
    turkish.action.options,
    'Giriş seçeneklerine dön',
  ],
  [english.action.retry, 'Try again', turkish.action.retry, 'Tekrar dene'],
  [
    englishSignIn.chooseTenant.heading,
    'Choose your company',
    turkishSignIn.chooseTenant.heading,
    'Şirketinizi seçin',
  ],
  [
    englishSignIn.signedOut.heading,
    'You have been signed out.',
    turkishSignIn.signedOut.heading,
    'Oturumunuz kapatıldı.',
  ],
  [englishSignIn.language, 'Language', turkishSignIn.language, 'Dil'],
  [
    english.ACCOUNT_MISSING,
    'Your account does not exist.',
    turkish.ACCOUNT_MISSING,
    'Hesabınız bulunmuyor.',
  ],
  [
    english.ADMIN_RESTRICTED_OPERATION,
    'Your account does not exist.',
    turkish.ADMIN_RESTRICTED_OPERATION,
    'Hesabınız bulunmuyor.',
  ],
  [
    english.USER_DISABLED,
    'Your account has been deactivated. Please contact your manager.',
    turkish.USER_DISABLED,
    'Hesabınız devre dışı bırakıldı. Lütfen yöneticinizle iletişime geçin.',
  ],
  [
    english.INVALID_CREDENTIAL,
    'Try again! Be sure you entered the information correctly.',
    turkish.INVALID_CREDENTIAL,
    'Tekrar deneyin! Bilgileri doğru girdiğinizden emin olun.',
  ],
  [
    english.UNKNOWN_ERROR,
    'Failed to login. Please contact your manager.',
    turkish.UNKNOWN_ERROR,
    'Giriş yapılamadı. Lütfen yöneticinizle iletişime geçin.',
  ],
  [
    english.TOO_MANY_REQUESTS,
    'Your access was temporarily blocked due to too many login attempts.',
    turkish.TOO_MANY_REQUESTS,
    'Çok fazla giriş denemesi nedeniyle erişiminiz geçici olarak engellendi.',
  ],
  [
    english.INVALID_VERIFICATION_CODE,
    'Try again! You entered the verification code incorrectly.',
    turkish.INVALID_VERIFICATION_CODE,
    'Tekrar deneyin! Doğrulama kodunu hatalı girdiniz.',
  ],
  [
    english.MISSING_CLIENT_IDENTIFIER,
    'Validation error. Please contact your manager.',
    turkish.MISSING_CLIENT_IDENTIFIER,
    'Doğrulama hatası. Lütfen yöneticinizle iletişime geçin.',
  ],
  [
    englishLoading.welcome,
    'Thank you for waiting! We are creating your account.',
    turkishLoading.welcome,
    'Beklediğiniz için teşekkürler! Hesabınızı oluşturuyoruz.',
  ],
  [englishRegistration.firstName, 'First name', turkishRegistration.firstName, 'Ad'],
  [englishRegistration.lastName, 'Last name', turkishRegistration.lastName, 'Soyad'],
  [englishRegistration.email, 'Email', turkishRegistration.email, 'E-posta'],
  [englishRegistration.company, 'Company', turkishRegistration.company, 'Şirket'],
  [englishRegistration.submit, 'Create account', turkishRegistration.submit, 'Hesap oluştur'],
  [
    english.REGISTRATION_REFUSED,
    'Your information could not be verified. Would you like to log in?',
    turkish.REGISTRATION_REFUSED,
    'Bilgileriniz doğrulanamadı. Giriş yapmak ister misiniz?',
  ],
  [
    english.REGISTRATION_EXPIRED,
    'Your registration link has expired. Please open the link that brought you here again, or contact your provider.',
    turkish.REGISTRATION_EXPIRED,
    'Kayıt bağlantınızın süresi doldu. Lütfen sizi buraya getiren bağlantıyı yeniden açın veya sağlayıcınızla iletişime geçin.',
  ],
  [english.heading, 'Something went wrong!', turkish.heading, 'Bir şeyler ters gitti!'],
  [englishPhone.countryCode, 'Country code', turkishPhone.countryCode, 'Ülke kodu'],
  [englishPhone.phoneNumber, 'Phone number', turkishPhone.phoneNumber, 'Telefon numarası'],
  [englishPhone.send, 'Send code', turkishPhone.send, 'Kod gönder'],
  [englishPhone.error.required, 'Required', turkishPhone.error.required, 'Zorunlu alan'],
  [
    englishPhone.error.invalid,
    'Invalid Phone Number',
    turkishPhone.error.invalid,
    'Geçersiz telefon numarası',
  ],
  [
    englishPhone.error.tooLong,
    '{{limit}} character limitation',
    turkishPhone.error.tooLong,
    'En fazla {{limit}} karakter',
  ],
  [
    englishPhone.verificationCode,
    'Verification code',
    turkishPhone.verificationCode,
    'Doğrulama kodu',
  ],
  [englishPhone.verify, 'Verify', turkishPhone.verify, 'Doğrula'],
  [englishPhone.resend, 'Resend code', turkishPhone.resend, 'Kodu yeniden gönder'],
  [
    englishPhone.sent,
    'Your code has been sent to {{phone}}. Please check your inbox.',
    turkishPhone.sent,
    'Kodunuz {{phone}} numarasına gönderildi. Lütfen gelen kutunuzu kontrol edin.',
  ],
  [englishPhone.back, 'Back to sign-in options', turkishPhone.back, 'Giriş seçeneklerine dön'],
  [
    englishSignIn.signIn.phone,
    'Continue with phone number',
    turkishSignIn.signIn.phone,
    'Telefon numarası ile devam et',
  ],
  [
    english.INVALID_PHONE_NUMBER_ERROR,
    'Invalid Phone Number',
    turkish.INVALID_PHONE_NUMBER_ERROR,
    'Geçersiz telefon numarası',
  ],
  [
    english.NO_ACCOUNT_WITH_NUMBER,
    "You don't have an account with this number.",
    turkish.NO_ACCOUNT_WITH_NUMBER,
    'Bu numarayla kayıtlı bir hesabınız yok.',
  ],
]

it.each(wording.map(([inEnglish, agreed]) => [agreed, inEnglish]))(
  'the agreed English message exists: %s (Ia)',
  (agreed, inEnglish) => {
    expect(inEnglish).toBe(agreed)
  },
)

it.each(wording.map(([, , inTurkish, agreed]) => [agreed, inTurkish]))(
  'the agreed Turkish message exists: %s (Ib)',
  (agreed, inTurkish) => {
    expect(inTurkish).toBe(agreed)
  },
)

it.each([
  ['TOO_MANY_REQUESTS', 'Your access was temporarily blocked due to too many login attempts.'],
  ['INVALID_PHONE_NUMBER_ERROR', 'Invalid Phone Number'],
  ['ADMIN_RESTRICTED_OPERATION', 'Your account does not exist.'],
  ['NO_ACCOUNT_WITH_NUMBER', "You don't have an account with this number."],
  ['USER_DISABLED', 'Your account has been deactivated. Please contact your manager.'],
  ['INVALID_CREDENTIAL', 'Try again! Be sure you entered the information correctly.'],
  ['INVALID_VERIFICATION_CODE', 'Try again! You entered the verification code incorrectly.'],
  ['MISSING_CLIENT_IDENTIFIER', 'Validation error. Please contact your manager.'],
  ['UNKNOWN_ERROR', 'Failed to login. Please contact your manager.'],
] as const)('the error key %s has the message "%s" (G2)', (key, message) => {
  expect(english[key]).toBe(message)
  expect(turkish[key]).not.toBe('')
})
