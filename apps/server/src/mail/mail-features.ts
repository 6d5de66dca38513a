import type { Config } from '@foyer/contract/config'

/** Keys of the config file that enable a feature that sends email. `domains` are those of the tenants. */
export const mailFeatures = ['selfRegistration', 'signInLink', 'domains'] as const

/** A feature that sends email, or a sign-in method that does. */
export type MailFeature = (typeof mailFeatures)[number] | 'password' | 'emailLink'

/** Sign-in links are enabled if email can be sent, unless the config file disables them. */
export function withSignInLink(config: Config, canSendMail: boolean): Config {
  return canSendMail && config.signInLink !== false ? { ...config, signInLink: true } : config
}
