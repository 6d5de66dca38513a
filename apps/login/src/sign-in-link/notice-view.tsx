import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { Notice } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/sentence.tsx'
import '../styles/notice.css'

interface NoticeViewProps {
  notice: Notice
  /** The name of a provider for users. */
  nameOf: (providerId: string) => string | null
  run: RunCommand
}

/** A notice for the user before they choose a method. It is not an error, because nothing has failed. */
export function NoticeView({ notice, nameOf, run }: NoticeViewProps) {
  return (
    <div className="notice">
      {notice.name === 'accountExists' ? (
        <AccountExists {...notice} nameOf={nameOf} run={run} />
      ) : (
        <GuestUsed {...notice} run={run} />
      )}
    </div>
  )
}

type Props<Name extends Notice['name']> = Extract<Notice, { name: Name }> &
  Omit<NoticeViewProps, 'notice'>

function AccountExists(props: Props<'accountExists'>) {
  const { email, providerId, newProviderId, canSendLink, nameOf, run } = props
  const { t } = useTranslation('sign-in-link')
  const method = providerId === null ? null : nameOf(providerId)
  const newMethod = nameOf(newProviderId) ?? t('method.other')
  const text =
    method !== null
      ? t('accountExists.byMethod', { email, method, newMethod })
      : t(canSendLink ? 'accountExists.byLink' : 'accountExists.byOther', {
          email,
          newMethod,
        })
  return (
    <>
      <p>
        <Sentence text={text} literal={email} />
      </p>
      {canSendLink && (
        <Button kind="primary" onClick={() => run('sendLinkToAccount')}>
          {t('accountExists.sendLink')}
        </Button>
      )}
    </>
  )
}

function GuestUsed({ directory, email: address, run }: Omit<Props<'guest'>, 'nameOf'>) {
  const { t } = useTranslation('sign-in-link')
  const text =
    address === null ? t('guest.unknown', { directory }) : t('guest.known', { directory, address })
  return (
    <>
      <p>
        <Sentence text={text} literal={address ?? directory} />
      </p>
      <Button kind="primary" onClick={() => run('chooseAnotherAccount')}>
        {t('guest.another')}
      </Button>
    </>
  )
}
