import type { Config } from '@foyer/contract/config'
import { signInLinkParameter } from '@foyer/contract/sign-in-link'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { EmailDraft } from '../mail/compose.ts'
import { mailBranding } from '../mail/mail-branding.ts'
import { isTooLate, type QueuedMail } from '../mail/outbox.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import { offersLinks } from '../tenants/offered-methods.ts'
import { signLink } from './link-token.ts'
import { allowedSignIn } from './allowed-sign-in.ts'

interface SignInLinkMailDeps {
  identity: IdentityPlatform
  keys: DerivedKeys
  publicUrl: string
  config: Config
}

/**
 * Creates the email for a requested link. Every request gets exactly one email, which only the owner of the
 * mailbox reads, so the email may say how the account signs in. Null for an email that was delayed too long.
 */
export function createSignInLinkMail({ identity, keys, publicUrl, config }: SignInLinkMailDeps) {
  return async (mail: QueuedMail): Promise<EmailDraft | null> => {
    if (isTooLate(mail)) return null
    const { content, subjectId: id } = mail
    const { to: email, tenantId, language } = content
    const account = await identity.accountByEmail(email, tenantId)
    const common = {
      ...mailBranding(config, tenantId),
      language,
      firstName: '',
      link: config.productURL,
    }
    const way = allowedSignIn(account, email)
    if (way.kind === 'method')
      return { ...common, topic: 'sign-in-by-method', methods: [way.providerId] }
    const hasLinks = offersLinks(config, tenantId)
    if (way.kind === 'none' || account === null || !hasLinks)
      return { ...common, topic: 'no-sign-in-link' }
    const token = await signLink({ id, uid: account.uid, tenantId, email }, keys.signInLink)
    const link = `${publicUrl}/#${signInLinkParameter}=${token}`
    return { ...common, topic: 'sign-in-link', link }
  }
}
