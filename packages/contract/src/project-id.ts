/**
 * The id of a Google Cloud project: 6 to 30 small letters, digits and hyphens, first a letter, last no
 * hyphen. https://cloud.google.com/resource-manager/docs/creating-managing-projects
 */
export function isProjectId(text: string): boolean {
  return /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(text)
}
