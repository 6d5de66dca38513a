import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = join(import.meta.dirname, '../../../../docs/gate.md')

interface SampleSite {
  /** Where its log goes. */
  directory: string
  host: string
  port: number
  /** The ports of the gates. */
  gates: readonly number[]
}

/** The guide's sample configuration for nginx, with these names and ports, and without TLS. */
export function sampleSite({ directory, host, port, gates }: SampleSite): string {
  const sample = /```nginx\n([^]*?)```/.exec(readFileSync(guide, 'utf8'))?.[1] ?? ''
  return sample
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replace('app.example.com', host)
    .replace(/^( *server )127\.0\.0\.1:4100(.*)$/m, (_line, before: string, after: string) =>
      gates.map((gate) => `${before}127.0.0.1:${gate}${after}`).join('\n'),
    )
    .replace('/var/log/nginx/app.log', join(directory, 'access.log'))
}
