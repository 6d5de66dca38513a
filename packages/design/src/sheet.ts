import { accentColors } from './accent.ts'
import { mark } from './mark.ts'
import { minify, tokens, tokenSheet } from './tokens.ts'

/** What the pages have in common. Each adds its own layout. */
const rules = minify(`
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 400 1rem/1.5 var(--font);
  -webkit-font-smoothing: antialiased;
}
h1, h2, p, ol, ul, dl, dd { margin: 0; }
h1 { font-size: 1.5rem; font-weight: var(--bold); line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h1, p, li { overflow-wrap: anywhere; }
p, li { text-wrap: pretty; }
a { color: var(--link); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }

.brand {
  display: flex;
  align-items: center;
  gap: 0.625rem;
  min-height: 4.25rem;
  padding: 0.75rem 1.5rem;
  background: var(--brand);
  color: var(--brand-ink);
  font-size: 1.125rem;
  font-weight: var(--bold);
  line-height: 1.25;
  overflow-wrap: anywhere;
}
.brand svg, .brand img { flex: none; width: auto; max-width: 50%; height: 2rem; }

.card {
  width: 100%;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--surface);
  box-shadow: var(--shadow);
}

.button {
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 3rem;
  padding: 0.625rem 1.25rem;
  border: 1px solid transparent;
  border-radius: var(--radius);
  font: inherit;
  font-size: 0.9375rem;
  font-weight: var(--bold);
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.button-primary { background: var(--action); color: var(--brand-ink); }
.button-primary:hover { background-image: linear-gradient(rgb(0 0 0 / 16%) 0 0); }
.button-plain { border-color: var(--line-strong); background: var(--surface); color: var(--ink); }
.button-plain:hover { background-image: linear-gradient(rgb(127 127 127 / 8%) 0 0); }
`)

/**
 * The styles of a document beside the sign-in page: the tokens, the band with the logo, a card, and buttons.
 *
 * @param accent the accent of the deployment, instead of ours
 */
export function documentSheet(accent: string = tokens.light.brand): string {
  const [light, dark] = [accentColors(accent, 'light'), accentColors(accent, 'dark')]
  return (
    tokenSheet +
    `:root{--brand:${accent};--action:${light.action};--link:${light.link};--radius:.625rem}` +
    `@media (prefers-color-scheme:dark){:root{--action:${dark.action};--link:${dark.link}}}` +
    rules
  )
}

/** The logo as markup. */
export const markSvg =
  `<svg viewBox="${mark.viewBox}" fill="none" stroke="currentColor" stroke-width="${mark.strokeWidth}"` +
  ` stroke-linecap="round" aria-hidden="true">` +
  `<path d="${mark.door}" fill="currentColor" stroke="none"/>` +
  `${mark.arches.map((path) => `<path d="${path}"/>`).join('')}</svg>`
