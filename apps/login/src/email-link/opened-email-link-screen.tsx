import { useTranslation } from '../language/use-translation.tsx'
import { ContactLine } from '../layout/contact-line.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { Screen } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import './email-link.css'

interface OpenedEmailLinkScreenProps {
  screen: Extract<Screen, { name: 'openedEmailLink' }>
  isBusy: boolean
  run: RunCommand
  /** The URL for a user who does not want to sign in. */
  applicationUrl: string | null
}

/** An opened link: who has requested it, and what a code must not be used for. The lead above says what it does. */
export function OpenedEmailLinkScreen(props: OpenedEmailLinkScreenProps) {
  const { screen, isBusy, run, applicationUrl } = props
  const { origin, use } = screen
  const { t } = useTranslation('email-link')
  if (use.name === 'refused' || use.name === 'used') return <ContactLine />
  return (
    <div className="ways">
      {use.name === 'code' && (
        <output className="shown-code" translate="no">
          {use.code}
        </output>
      )}
      {use.name !== 'here' && (
        <>
          <Origin {...origin} />
          <p className="notice">{t('elsewhere.warning')}</p>
        </>
      )}
      {use.name !== 'code' && (
        <Button kind="primary" isBusy={isBusy} isIdle={isBusy} onClick={() => run('useLink')}>
          {t(`${use.name}.press`)}
        </Button>
      )}
      {use.name === 'here' ? (
        applicationUrl !== null && (
          <a className="button button-quiet" href={applicationUrl}>
            {t('here.cancel')}
          </a>
        )
      ) : (
        <Button kind="quiet" isIdle={isBusy} onClick={() => run('refuseLink')}>
          {t('elsewhere.refuse')}
        </Button>
      )}
      <output className="visually-hidden">{isBusy && t('busy')}</output>
    </div>
  )
}

/** When, from which browser and from which network the link was requested, for the user to compare. */
function Origin({ at, browser, network }: OpenedEmailLinkScreenProps['screen']['origin']) {
  const { t, language } = useTranslation('email-link')
  const time = new Date(at * 1000).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <dl className="hint origin">
      <dt>{t('origin.time')}</dt>
      <dd>{time}</dd>
      <dt>{t('origin.browser')}</dt>
      <dd translate="no">{browser === '' ? t('origin.unknown') : browser}</dd>
      <dt>{t('origin.network')}</dt>
      <dd translate="no">{network === '' ? t('origin.unknown') : network}</dd>
    </dl>
  )
}
