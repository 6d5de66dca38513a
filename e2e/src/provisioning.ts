import type { Person } from './people.ts'
import { stack } from './stack.ts'

interface Announcement {
  uid: string
  email: string | null
  times: number
}

/** The calls that announced the account to the other system. */
export async function announcementsOf({ email }: Pick<Person, 'email'>): Promise<Announcement[]> {
  const response = await fetch(`${stack.login}/local/provisioning`)
  const { announcements } = (await response.json()) as { announcements: Announcement[] }
  return announcements.filter((announcement) => announcement.email === email)
}
