import { documentSheet } from '@foyer/design/sheet'
import { tokens } from '@foyer/design/tokens'
import type { User } from './assertion.ts'

export const FORM_FIELD = 'note'

interface PageContent {
  user: User
  /** The requested URL, as the application received it. */
  address: string
  /** The submitted note, or null if no form was submitted. */
  posted: string | null
}

export function renderPage({ user, address, posted }: PageContent): string {
  const rows = [
    ['Email', 'email', user.email ?? 'none'],
    ['Email verified', 'email-verified', user.isEmailVerified ? 'yes' : 'no'],
    ['User ID', 'uid', user.uid],
    ['Tenant', 'tenant', user.tenantId ?? 'none: an account of the project'],
    ['Signed in with', 'provider', user.provider],
    ['Second factor', 'second-factor', user.secondFactor ?? 'none'],
    ['Requested URL', 'address', address],
    ...(posted === null ? [] : [['Note received', 'posted', posted]]),
  ]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sample application</title>
    <link rel="icon" href="/sample-app.svg">
    <link rel="stylesheet" href="/sample-app.css">
    <script type="module" src="/sample-app.js"></script>
  </head>
  <body>
    <div class="card">
      <header class="brand"><span>Sample application</span><a id="sign-out" href="/?gcp-iap-mode=GCIP_SIGNOUT">Sign out</a></header>
      <main>
        <h1>You are signed in</h1>
        <p>This application is protected by the gate. It knows you only from the gate's signed assertion.</p>
        <dl>
          ${rows.map(([term = '', id = '', value = '']) => `<div><dt>${term}</dt><dd id="${id}">${escapeHtml(value)}</dd></div>`).join('\n          ')}
        </dl>
        <form method="post">
          <label for="note">A note, sent as a form</label>
          <div class="row">
            <input id="note" name="${FORM_FIELD}" autocomplete="off">
            <button class="button button-primary">Send</button>
          </div>
        </form>
        <div class="row">
          <button id="ask" type="button" class="button button-plain">Call the API</button>
          <output id="answer" aria-live="polite"></output>
        </div>
      </main>
    </div>
  </body>
</html>
`
}

function escapeHtml(value: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${tokens.light['ink-soft']}"/></svg>`

export const script = `const answer = document.getElementById('answer')
document.getElementById('ask').addEventListener('click', async () => {
  const response = await fetch('/api/user')
  answer.textContent = response.ok
    ? '200: ' + (await response.text())
    : response.status + ': your session has ended. Reload the page to continue.'
})
`

// Its band has another colour than the product's pages: it is the application behind them.
export const stylesheet = `${documentSheet()}
body {
  padding: 2.5rem 1.25rem;
}
.card {
  max-width: 42rem;
  margin: 0 auto;
}
.brand {
  justify-content: space-between;
  background: ${tokens.light['ink-soft']};
}
.brand a {
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  color: inherit;
  font-size: 0.9375rem;
}
.brand :focus-visible {
  outline-color: currentcolor;
}
main {
  display: grid;
  gap: 1.25rem;
  padding: 1.75rem 1.5rem;
}
dl {
  display: grid;
  gap: 0.625rem;
}
dl > div {
  display: grid;
  grid-template-columns: 9rem 1fr;
  gap: 0 1rem;
}
dt {
  color: var(--ink-soft);
}
dd {
  overflow-wrap: anywhere;
  font-weight: var(--bold);
}
form {
  display: grid;
  gap: 0.375rem;
}
label {
  font-size: 0.9375rem;
  font-weight: var(--bold);
}
.row {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  align-items: center;
}
output {
  min-width: 0;
  overflow-wrap: anywhere;
}
input {
  flex: 1 1 12rem;
  min-width: 0;
  min-height: 3rem;
  padding: 0.625rem 0.875rem;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--ink);
  font: inherit;
}
@media (max-width: 30rem) {
  body {
    padding: 0;
    background: var(--surface);
  }
  .card {
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }
  dl > div {
    grid-template-columns: 1fr;
  }
}
`
