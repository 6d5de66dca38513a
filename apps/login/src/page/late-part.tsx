import type { ComponentType, ReactNode } from 'react'

/** A part of a screen that has a script of its own. */
export interface LatePart<Props> {
  /** Has to have resolved before the part is shown. */
  load: () => Promise<void>
  View: (props: Props) => ReactNode
}

/**
 * Unlike React's `lazy` it is there in the very frame that shows its screen, so that nothing moves
 * under the user's finger.
 */
export function createLatePart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LatePart<Props> {
  let Part: ComponentType<Props> | null = null
  return {
    async load() {
      Part = await fetchPart()
    },
    View: (props) => Part && <Part {...props} />,
  }
}
