import type { ComponentType, ReactNode } from 'react'

/** A part of a screen with its own script. */
export interface LatePart<Props> {
  /** Must have resolved before the part is rendered. */
  load: () => Promise<void>
  View: (props: Props) => ReactNode
}

/**
 * Unlike React's `lazy`, the part is in the first frame of its screen, so that nothing moves under the user's finger.
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
