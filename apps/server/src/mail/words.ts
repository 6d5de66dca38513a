import { buttonOf, nextTime } from './button-words.ts'

interface Words {
  subject: string
  body: string[]
  /** The label of the link. */
  action: string
  footer: string
}

export type MailTopic =
  | 'account-created'
  | 'confirm-address'
  | 'already-registered'
  | 'sign-in-link'
  | 'sign-in-by-method'
  | 'no-sign-in-link'

interface Values {
  product: string
  /** Empty where nobody is greeted by name. */
  firstName: string
  methods: readonly string[]
}

type Wording = Record<MailTopic, (values: Values) => Words>

const hello = (word: string, firstName: string) =>
  firstName === '' ? `${word},` : `${word} ${firstName},`

const en: Wording = {
  'account-created': ({ product, firstName, methods }) => ({
    subject: `Your ${product} account is ready`,
    body: [
      hello('Hello', firstName),
      `Your ${product} account is ready. You can sign in now.`,
      ...nextTime('en', methods),
    ],
    action: 'Sign in',
    footer: 'You get this mail because you registered. If it was not you, tell your manager.',
  }),
  'confirm-address': ({ product, firstName }) => ({
    subject: `Confirm your address for ${product}`,
    body: [
      hello('Hello', firstName),
      `To finish your registration for ${product}, confirm that this address is yours.`,
      'The link works once, for 24 hours.',
    ],
    action: 'Finish registration',
    footer: 'If you did not register, you need not do anything: no account is made.',
  }),
  'already-registered': ({ product, firstName }) => ({
    subject: `You already have a ${product} account`,
    body: [
      hello('Hello', firstName),
      `Somebody, most likely you, wanted to register this address for ${product}. It already has an account, so there is nothing to register: just sign in.`,
    ],
    action: 'Sign in',
    footer: 'If it was not you, you need not do anything: nothing was changed.',
  }),
  'sign-in-link': ({ product, firstName }) => ({
    subject: `Your sign-in link for ${product}`,
    body: [
      hello('Hello', firstName),
      `Use this link to sign in to ${product}. It can be used once and expires in 15 minutes.`,
      'Do not forward this email: whoever has the link can sign in as you.',
    ],
    action: 'Sign in',
    footer:
      'If you did not ask for a link, ignore this email: without the link nobody can sign in.',
  }),
  'sign-in-by-method': ({ product, firstName, methods }) => ({
    subject: `How to sign in to ${product}`,
    body: [
      hello('Hello', firstName),
      `Someone, probably you, asked for a sign-in link for ${product}. Your account has another sign-in method, so we sent no link.`,
      `On the sign-in page, press ${buttonOf('en', methods[0]) ?? 'the button of the method that you used before'}.`,
    ],
    action: 'Sign in',
    footer: 'If this was not you, ignore this email: nothing was changed.',
  }),
  'no-sign-in-link': ({ product, firstName }) => ({
    subject: `How to sign in to ${product}`,
    body: [
      hello('Hello', firstName),
      `Someone, probably you, asked for a sign-in link for ${product}. This email address has no active account that a link can sign in to, so we sent none.`,
      'Check which address you registered with, or ask your manager.',
    ],
    action: `Go to ${product}`,
    footer: 'If this was not you, ignore this email: nothing was changed.',
  }),
}

const tr: Wording = {
  'account-created': ({ product, firstName, methods }) => ({
    subject: `${product} hesabınız hazır`,
    body: [
      hello('Merhaba', firstName),
      `${product} hesabınız hazır. Şimdi giriş yapabilirsiniz.`,
      ...nextTime('tr', methods),
    ],
    action: 'Giriş yap',
    footer:
      'Bu e-posta, kaydolduğunuz için gönderildi. Kaydolan siz değilseniz yöneticinize bildirin.',
  }),
  'confirm-address': ({ product, firstName }) => ({
    subject: `${product} için adresinizi doğrulayın`,
    body: [
      hello('Merhaba', firstName),
      `${product} kaydınızı tamamlamak için bu adresin size ait olduğunu doğrulayın.`,
      'Bağlantı bir kez ve 24 saat boyunca kullanılabilir.',
    ],
    action: 'Kaydı tamamla',
    footer: 'Kaydolmadıysanız bir şey yapmanız gerekmez: hesap oluşturulmaz.',
  }),
  'already-registered': ({ product, firstName }) => ({
    subject: `Zaten bir ${product} hesabınız var`,
    body: [
      hello('Merhaba', firstName),
      `Biri, büyük olasılıkla siz, bu adresi ${product} için kaydetmek istedi. Bu adresin zaten bir hesabı var; kaydolmanız gerekmez, oturum açmanız yeterlidir.`,
    ],
    action: 'Oturum aç',
    footer: 'Bu siz değilseniz bir şey yapmanız gerekmez: hiçbir şey değişmedi.',
  }),
  'sign-in-link': ({ product, firstName }) => ({
    subject: `${product} giriş bağlantınız`,
    body: [
      hello('Merhaba', firstName),
      `${product} uygulamasına giriş yapmak için bu bağlantıyı kullanın. Bağlantı tek kullanımlıktır ve 15 dakika geçerlidir.`,
      'Bu e-postayı kimseye iletmeyin: bağlantıyı alan kişi sizin adınıza giriş yapabilir.',
    ],
    action: 'Giriş yap',
    footer:
      'Bağlantıyı siz istemediyseniz bu e-postayı dikkate almayın: bağlantı olmadan kimse giriş yapamaz.',
  }),
  'sign-in-by-method': ({ product, firstName, methods }) => ({
    subject: `${product}: nasıl giriş yapabilirsiniz`,
    body: [
      hello('Merhaba', firstName),
      `${product} için bir giriş bağlantısı istendi; büyük olasılıkla bunu siz yaptınız. Hesabınızın başka bir giriş yöntemi olduğu için bağlantı göndermedik.`,
      `Giriş sayfasında ${buttonOf('tr', methods[0]) ?? 'daha önce kullandığınız yöntemin'} düğmesine basın.`,
    ],
    action: 'Giriş yap',
    footer: 'Bu siz değilseniz bu e-postayı dikkate almayın: hiçbir şey değişmedi.',
  }),
  'no-sign-in-link': ({ product, firstName }) => ({
    subject: `${product}: nasıl giriş yapabilirsiniz`,
    body: [
      hello('Merhaba', firstName),
      `${product} için bir giriş bağlantısı istendi; büyük olasılıkla bunu siz yaptınız. Bu e-posta adresinin bağlantıyla giriş yapılabilecek etkin bir hesabı olmadığı için bağlantı göndermedik.`,
      'Hangi adresle kaydolduğunuzu kontrol edin veya yöneticinize sorun.',
    ],
    action: `${product} uygulamasına git`,
    footer: 'Bu siz değilseniz bu e-postayı dikkate almayın: hiçbir şey değişmedi.',
  }),
}

export const wording = { en, tr }
