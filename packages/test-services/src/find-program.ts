import { existsSync } from 'node:fs'

/** Servers are in folders that users other than root seldom have in their path. */
export function findProgram(name: string): string {
  const places = ['/usr/sbin', '/usr/local/sbin'].map((folder) => `${folder}/${name}`)
  return places.find((file) => existsSync(file)) ?? name
}
