/** Whether a company has set up this provider itself. */
export function isOfCompany(id: string): boolean {
  return /^(?:oidc|saml)\.[\w.-]+$/.test(id)
}
