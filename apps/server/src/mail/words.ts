interface Words {
  subject: string
  body: string[]
  /** The label of the link. */
  action: string
  footer: string
}

export type MailTopic = 'account-created' | 'confirm-address' | 'already-registered'

interface Values {
  product: string
  /** Empty where nobody is greeted by name. */
  firstName: string
}

type Wording = Record<MailTopic, (values: Values) => Words>

const hello = (word: string, firstName: string) =>
  firstName === '' ? `${word},` : `${word} ${firstName},`

const en: Wording = {
  'account-created': ({ product, firstName }) => ({
    subject: `Your ${product} account is ready`,
    body: [hello('Hello', firstName), `Your ${product} account is ready. You can sign in now.`],
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
}

const tr: Wording = {
  'account-created': ({ product, firstName }) => ({
    subject: `${product} hesabınız hazır`,
    body: [hello('Merhaba', firstName), `${product} hesabınız hazır. Şimdi oturum açabilirsiniz.`],
    action: 'Oturum aç',
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
}

export const wording = { en, tr }
