import { documentSheet } from '@foyer/design/sheet'

export interface CompanyAccount {
  /** The provider's id of the user. */
  subject: string
  name: string
  email: string
}

/** @param hint the email address of the account that the sign-in page asked for. It is the first one. */
export function accountPage(accounts: readonly CompanyAccount[], hint: string | null): string {
  const sorted = accounts.toSorted((a, b) => Number(b.email === hint) - Number(a.email === hint))
  const buttons = sorted.map(
    ({ subject, name, email }) =>
      `<button class="button account" name="account" value="${subject}">${name}, ${email}</button>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Initech sign-in</title>
<style>${documentSheet()}
main { max-width: 26rem; margin: 12vh auto 0; padding: 0 1.5rem; }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
.account { border-color: var(--line-strong); background: var(--surface); color: var(--ink); cursor: pointer; }
</style>
<main>
  <h1>Initech</h1>
  <p>This is the sign-in page of a company. Choose an account; there are no passwords.</p>
  <form method="post">
    ${buttons.join('\n    ')}
    <button class="button account">Cancel</button>
  </form>
</main>
</html>
`
}
