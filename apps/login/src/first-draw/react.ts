// What the screens import as `react` and `zustand` when they are drawn once, before React is there. It
// holds the first state and runs the first effects; whatever a component would do later is React's.

type Effect = () => unknown

let effects: Effect[] = []

/** The effects of what was drawn since this was last called, to be run once it stands in the page. */
export function takeEffects(): Effect[] {
  const taken = effects
  effects = []
  return taken
}

let ids = 0

export function useState<State>(initial: State | (() => State)): [State, () => void] {
  return [typeof initial === 'function' ? (initial as () => State)() : initial, () => {}]
}

export function useEffect(effect: Effect): void {
  effects.push(effect)
}

export function useId(): string {
  ids += 1
  return `first-draw-${ids}`
}

export const useRef = <Value>(current: Value): { current: Value } => ({ current })
export const useMemo = <Value>(make: () => Value): Value => make()
export const useCallback = <Callback>(callback: Callback): Callback => callback
export const useDeferredValue = <Value>(value: Value): Value => value
export const useSyncExternalStore = <Value>(_subscribe: unknown, read: () => Value): Value => read()
export const useStore = <State>(store: { getState: () => State }): State => store.getState()

interface Context<Value> {
  (props: { value: Value; children: unknown }): unknown
  current: Value
}

export function createContext<Value>(value: Value): Context<Value> {
  const context: Context<Value> = (props) => {
    context.current = props.value
    return props.children
  }
  context.current = value
  return context
}

export const use = <Value>(context: Context<Value>): Value => context.current

/** What is fetched later is not there in the first drawing. */
export const lazy = (): null => null
export const Suspense = ({ fallback }: { fallback: unknown }): unknown => fallback
