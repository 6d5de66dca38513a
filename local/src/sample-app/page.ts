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
    ['User id', 'uid', user.uid],
    ['Tenant', 'tenant', user.tenantId ?? 'none: an account of the project'],
    ['Signed in with', 'provider', user.provider],
    ['Address asked for', 'address', address],
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
    <main>
      <h1>You are in</h1>
      <p>This is a protected application. It knows you from the gate's signed assertion alone.</p>
      <dl>
        ${rows.map(([term = '', id = '', value = '']) => `<dt>${term}</dt><dd id="${id}">${escapeHtml(value)}</dd>`).join('\n        ')}
      </dl>
      <p><button id="ask" type="button">Call the API</button> <output id="answer" aria-live="polite"></output></p>
      <form method="post">
        <label for="note">A note, sent as a form</label>
        <input id="note" name="${FORM_FIELD}" autocomplete="off">
        <button>Send</button>
      </form>
      <p><a id="sign-out" href="/?gcp-iap-mode=GCIP_SIGNOUT">Sign out</a></p>
    </main>
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

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#5b6475"/></svg>'

export const script = `const answer = document.getElementById('answer')
document.getElementById('ask').addEventListener('click', async () => {
  const response = await fetch('/api/user')
  answer.textContent = response.ok
    ? '200: ' + (await response.text())
    : response.status + ': your session has ended. Reload the page to go on.'
})
`

export const stylesheet = `:root { color-scheme: light dark; }
body {
  margin: 0;
  padding: 3rem 1.25rem;
  background: light-dark(#f4f5f8, #12151c);
  color: light-dark(#1d2433, #e8ebf2);
  font: 1rem/1.5 system-ui, sans-serif;
}
main {
  box-sizing: border-box;
  max-width: 42rem;
  margin: 0 auto;
  padding: 2rem;
  border: 1px solid light-dark(#e0e3ea, #2c3342);
  border-radius: 0.75rem;
  background: light-dark(#fff, #1c212c);
}
h1 { margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1.5rem; }
dt { color: light-dark(#5b6475, #a3acbd); }
dd { margin: 0; overflow-wrap: anywhere; font-weight: 600; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 1.5rem 0; }
button, input { padding: 0.4rem 0.8rem; font: inherit; }
`
