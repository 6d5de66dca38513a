/** A component's answer, not drawn yet. */
interface Described {
  readonly type: string | ((props: Properties) => unknown)
  readonly props: Properties
}

type Properties = Readonly<Record<string, unknown>>

const svg = 'http://www.w3.org/2000/svg'
const otherNames: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

export function jsx(type: Described['type'], props: Properties): Described {
  return { type, props }
}

export { jsx as jsxs }

export const Fragment = ({ children }: Properties): unknown => children

/** Makes the nodes that React would make. */
export function draw(described: unknown, isInSvg = false): Node[] {
  if (described === null || described === undefined || typeof described === 'boolean') return []
  if (Array.isArray(described)) return described.flatMap((part) => draw(part, isInSvg))
  if (!isDescribed(described)) return [document.createTextNode(textOf(described))]
  const { type, props } = described
  if (typeof type === 'function') return draw(type(props), isInSvg)
  return [drawElement(type, props, isInSvg || type === 'svg')]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isDescribed(value: unknown): value is Described {
  return value instanceof Object && 'type' in value && 'props' in value
}

function drawElement(name: string, { children, ...props }: Properties, isSvg: boolean): Element {
  const element = isSvg ? document.createElementNS(svg, name) : document.createElement(name)
  for (const [key, value] of Object.entries(props)) put(element, key, value, isSvg)
  element.append(...draw(children, isSvg))
  return element
}

function put(element: Element, key: string, value: unknown, isSvg: boolean): void {
  if (value === null || value === undefined) return
  if (key === 'ref') Object.assign(value, { current: element })
  else if (/^on[A-Z]/.test(key)) {
    element.addEventListener(key.slice(2).toLowerCase(), value as EventListener)
  } else if (key === 'style') {
    const { style } = element as HTMLElement
    for (const [property, text] of Object.entries(value)) style.setProperty(property, String(text))
  } else if (/^(?:aria|data)-/.test(key)) element.setAttribute(key, textOf(value))
  else if (value !== false) {
    element.setAttribute(attributeOf(key, isSvg), value === true ? '' : textOf(value))
  }
}

function attributeOf(key: string, isSvg: boolean): string {
  if (Object.hasOwn(otherNames, key)) return otherNames[key] ?? key
  if (!isSvg) return key.toLowerCase()
  return key.startsWith('stroke')
    ? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : key
}
