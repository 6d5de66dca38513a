import type { Config } from '@foyer/contract/config'
import { signInLinkParameter } from '@foyer/contract/sign-in-link'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { Letter } from '../mail/compose.ts'
import type { QueuedMail } from '../mail/outbox.ts'
import type { OwnKeys } from '../keys/own-keys.ts'
import { signLink } from './link-token.ts'
import { wayToSignIn } from './may-use-link.ts'

interface Ports {
  identity: IdentityPlatform
  keys: OwnKeys
  publicUrl: string
  config: Config
}

/** Whoever asked has given up by then, or asked again. */
const latestMs = 3_600_000

/**
 * What somebody gets who asked for a link: always one email, which only the mailbox's owner reads. It
 * may therefore say how the account signs in. Null for an email that was held up for too long.
 */
export function createSignInLinkMail({ identity, keys, publicUrl, config }: Ports) {
  return async ({ content, createdAt, subjectId: id }: QueuedMail): Promise<Letter | null> => {
    if (Date.now() - createdAt.getTime() > latestMs) return null
    const { to: email, tenantId, language } = content
    const account = await identity.accountByEmail(email, tenantId)
    const common = {
      language,
      firstName: '',
      product: config.branding?.productName ?? 'Foyer',
      link: config.productURL,
    }
    const way = wayToSignIn(account, email)
    if (way.kind === 'method')
      return { ...common, topic: 'sign-in-by-method', methods: [way.providerId] }
    if (way.kind === 'none' || account === null) return { ...common, topic: 'no-sign-in-link' }
    const token = await signLink({ id, uid: account.uid, tenantId, email }, keys.signInLink)
    const link = `${publicUrl}/#${signInLinkParameter}=${token}`
    return { ...common, topic: 'sign-in-link', link }
  }
}
