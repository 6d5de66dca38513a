import { useEffect, useState } from 'react'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { OtherMark as OtherMarkComponent } from './other-marks.tsx'
import { marks } from './provider-marks.tsx'

interface ProviderMarkProps {
  method: SignInMethod
  /** An image of the deployment. */
  icon: string | undefined
}

let OtherMark: typeof OtherMarkComponent | null = null

type Methods = readonly (string | undefined)[]

/** Whether the marks of these methods are loaded. */
export function hasMarks(methods: Methods): boolean {
  return OtherMark !== null || methods.every((method) => method !== undefined && method in marks)
}

/** Fetches the marks that few deployments show, unless these methods have others. */
export async function loadMarks(methods?: Methods): Promise<void> {
  if (methods && hasMarks(methods)) return
  ;({ OtherMark } = await import('./other-marks.tsx'))
}

/** The icon on the button of a method. One that was not loaded with the screens appears when it has loaded. */
export function ProviderMark({ method, icon }: ProviderMarkProps) {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    loadMarks([method]).then(
      () => setLoaded(true),
      () => {},
    )
  }, [method])
  return marks[method] ?? (OtherMark && <OtherMark method={method} icon={icon} />)
}
