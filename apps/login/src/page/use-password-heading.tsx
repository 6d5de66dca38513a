import { useTranslation } from '../language/use-translation.tsx'
import type { PasswordStep, Screen } from '../sign-in/screen.ts'
import { Sentence } from '../ui/sentence.tsx'

/** @returns a function that makes the heading of a screen or a step for passwords */
export function usePasswordHeading() {
  const { t } = useTranslation('password')
  return (shown: PasswordStep | Extract<Screen, { name: 'newPassword' }>) => {
    const heading = t(`${shown.name}.heading`)
    if (shown.name === 'reset') {
      return { heading, lead: t(shown.isOutdated ? 'reset.leadOutdated' : 'reset.lead') }
    }
    if (shown.name !== 'newPassword') return { heading, lead: null }
    const { email, isFirst } = shown
    const lead = t(isFirst ? 'newPassword.leadFirst' : 'newPassword.lead', { email })
    return { heading, lead: <Sentence text={lead} literal={email} /> }
  }
}
