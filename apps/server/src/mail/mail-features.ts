import type { Config } from '@foyer/contract/config'

/** Keys of the config file that are turned on by `true` and send email. */
export const mailFeatures = ['selfRegistration', 'signInLink'] as const

export type MailFeature = (typeof mailFeatures)[number]

/** Sign-in links are on wherever email can be sent, unless the config file turns them off. */
export function withSignInLink(config: Config, canSendMail: boolean): Config {
  return canSendMail && config.signInLink !== false ? { ...config, signInLink: true } : config
}
