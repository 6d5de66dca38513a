import { useTranslation } from '../../language/use-translation.tsx'
import type { Notice } from '../../sign-in/store.ts'
import { Button } from '../../ui/button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import '../../styles/notice.css'
import { providerName } from './provider-name.ts'

/** What the user should know before choosing a method. Nothing failed, so it is no error. */
export function NoticeView({ notice }: { notice: Notice }) {
  return (
    <div className="notice">
      {notice.name === 'accountExists' ? <AccountExists {...notice} /> : <GuestUsed {...notice} />}
    </div>
  )
}

type Props<Name extends Notice['name']> = Extract<Notice, { name: Name }>

function AccountExists({ email, providerId, newProviderId, sendLink }: Props<'accountExists'>) {
  const { t } = useTranslation('sign-in-link')
  const method = providerId === null ? null : providerName(providerId)
  const newMethod = providerName(newProviderId) ?? t('method.other')
  const text =
    method !== null
      ? t('accountExists.byMethod', { email, method, newMethod })
      : t(sendLink === null ? 'accountExists.byOther' : 'accountExists.byLink', {
          email,
          newMethod,
        })
  return (
    <>
      <p>
        <Sentence text={text} literal={email} />
      </p>
      {sendLink && (
        <Button look="primary" onClick={sendLink}>
          {t('accountExists.sendLink')}
        </Button>
      )}
    </>
  )
}

function GuestUsed({ guest: { directory, address }, chooseAnother }: Props<'guest'>) {
  const { t } = useTranslation('sign-in-link')
  const text =
    address === null ? t('guest.unknown', { directory }) : t('guest.known', { directory, address })
  return (
    <>
      <p>
        <Sentence text={text} literal={address ?? directory} />
      </p>
      <Button look="primary" onClick={chooseAnother}>
        {t('guest.another')}
      </Button>
    </>
  )
}
