import type { SecondFactorKind } from '@foyer/contract/config'
import { useState } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'

interface NewFactorChoiceProps {
  kinds: readonly SecondFactorKind[]
  isBusy: boolean
  run: RunCommand
}

/** A button for each kind of factor that the user may add. */
export function NewFactorChoice({ kinds, isBusy, run }: NewFactorChoiceProps) {
  const { t } = useTranslation('second-factor')
  const [pressed, setPressed] = useState<SecondFactorKind | null>(null)
  return (
    <ul className="choices">
      {kinds.map((kind) => (
        <li key={kind}>
          <Button
            isBusy={isBusy && pressed === kind}
            isIdle={isBusy}
            onClick={() => {
              setPressed(kind)
              run('addFactor', kind)
            }}
          >
            {t(`newFactor.${kind}`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
