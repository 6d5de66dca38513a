/** A directory of the Microsoft stand-in, and what its word on an address is worth. */
interface Directory {
  id: string
  /** The domains of its people's addresses. */
  domains: readonly string[]
  /** `listed`: the server's settings list it as trusted. `owner`: Microsoft proves that it owns its domains. */
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

/** Anybody may set up a directory and write any address into it. */
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
