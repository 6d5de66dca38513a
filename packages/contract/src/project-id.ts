/**
 * Whether a text is a Google Cloud project id: 6 to 30 lower-case letters, digits and hyphens. It starts with a letter
 * and does not end with a hyphen. https://cloud.google.com/resource-manager/docs/creating-managing-projects
 */
export function isProjectId(text: string): boolean {
  return /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(text)
}
