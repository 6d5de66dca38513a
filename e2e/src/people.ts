import { randomUUID } from 'node:crypto'

export interface Person {
  name: string
  email: string
}

/** What the Microsoft stand-in's directories say of the addresses of a domain. */
export const domains = { proven: 'example.com', unproven: 'partner.example.com' } as const

/** Somebody nobody has met, so that no test finds what another has left. */
export function newPerson(domain: string = domains.proven): Person {
  return { name: 'Derya Acar', email: `derya-${randomUUID().slice(0, 13)}@${domain}` }
}
