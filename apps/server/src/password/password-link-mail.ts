import type { Config } from '@foyer/contract/config'
import { signInLinkParameter } from '@foyer/contract/sign-in-link'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { EmailDraft } from '../mail/compose.ts'
import { mailBranding } from '../mail/mail-branding.ts'
import { isTooLate, type QueuedMail } from '../mail/outbox.ts'
import { signLink } from '../sign-in-link/link-token.ts'
import { isOffered } from '../tenants/offered-methods.ts'
import { allowedPassword } from './allowed-password.ts'

interface PasswordMailDeps {
  identity: IdentityPlatform
  keys: DerivedKeys
  publicUrl: string
  config: Config
}

/**
 * Creates the email for a requested link. Every request gets exactly one email, which only the owner of the mailbox
 * reads, so the email may say how the account signs in. Null if it was delayed too long, or the method is not offered
 * any more.
 */
export function createPasswordLinkMail({ identity, keys, publicUrl, config }: PasswordMailDeps) {
  return async (mail: QueuedMail): Promise<EmailDraft | null> => {
    if (isTooLate(mail)) return null
    const { content, subjectId: id } = mail
    const { to: email, tenantId } = content
    if (!isOffered('password', config, tenantId)) return null
    const account = await identity.accountByEmail(email, tenantId)
    const common = commonOf(content, config)
    const way = allowedPassword(account, email)
    if (way.kind === 'method')
      return { ...common, topic: 'password-by-method', methods: [way.providerId] }
    if (way.kind === 'none' || account === null) return { ...common, topic: 'no-password' }
    const proof = { id, uid: account.uid, tenantId, email, use: 'password' } as const
    const token = await signLink(proof, keys.passwordLink)
    return {
      ...common,
      topic: 'password-link',
      link: `${publicUrl}/#${signInLinkParameter}=${token}`,
    }
  }
}

/** The email after a password was changed, with which its owner notices a change by somebody else. */
export function createPasswordChangedMail({ config }: Pick<PasswordMailDeps, 'config'>) {
  return async ({ content }: QueuedMail): Promise<EmailDraft> => ({
    ...commonOf(content, config),
    topic: 'password-changed',
  })
}

function commonOf({ tenantId, language }: QueuedMail['content'], config: Config) {
  return {
    ...mailBranding(config, tenantId),
    language,
    firstName: '',
    link: config.productURL,
  }
}
