import { randomUUID } from 'node:crypto'

export interface Person {
  name: string
  email: string
}

/** Domains whose email addresses the Microsoft stand-in's directories prove, or do not prove. */
export const domains = { proven: 'example.com', unproven: 'partner.example.com' } as const

/** A person that no other test uses, so that tests do not see each other's data. */
export function newPerson(domain: string = domains.proven): Person {
  return { name: 'Derya Acar', email: `derya-${randomUUID().slice(0, 13)}@${domain}` }
}
