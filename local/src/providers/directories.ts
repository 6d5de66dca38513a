/** A directory of the simulated Microsoft, and whether it can verify email addresses. */
interface Directory {
  id: string
  /** The domains of its users' email addresses. */
  domains: readonly string[]
  /** `listed`: trusted in the server's settings. `owner`: Microsoft has verified the owner of its domains. */
  proof: 'listed' | 'owner' | 'none'
}

const directories: readonly Directory[] = [
  {
    id: '10000000-0000-4000-8000-000000000001',
    domains: ['example.com', 'acme.example.com', 'globex.example.com'],
    proof: 'listed',
  },
  {
    id: '10000000-0000-4000-8000-000000000002',
    domains: ['contoso.example.com'],
    proof: 'owner',
  },
]

/** Anyone can create a directory and write any email address into it. */
const anybodys: Directory = {
  id: '10000000-0000-4000-8000-000000000009',
  domains: [],
  proof: 'none',
}

export const trustedDirectories = directories
  .filter(({ proof }) => proof === 'listed')
  .map(({ id }) => id)

export function directoryOf(email: string): Directory {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return directories.find(({ domains }) => domains.includes(domain)) ?? anybodys
}
