import { generateKeyPair } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import forge from 'node-forge'

/** As PEM. */
export interface Certificate {
  key: string
  cert: string
}

/** A private certificate authority, which no system trusts. */
export interface Authority {
  /** Its own certificate, as PEM. */
  cert: string
  /** A certificate for a server with these host names and IP addresses. */
  issue(names: readonly string[]): Certificate
}

const dayMs = 86_400_000

export async function createAuthority(name: string): Promise<Authority> {
  const [own, servers] = await Promise.all([createKeys(), createKeys()])
  const subject = [{ name: 'commonName', value: `${name} authority` }]
  let serial = 1

  function certify(keys: Keys, holder: forge.pki.CertificateField[], extensions: object[]): string {
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey)
    certificate.serialNumber = (serial++).toString(16).padStart(2, '0')
    certificate.validity.notBefore = new Date(Date.now() - dayMs)
    certificate.validity.notAfter = new Date(Date.now() + 30 * dayMs)
    certificate.setSubject(holder)
    certificate.setIssuer(subject)
    certificate.setExtensions(extensions)
    certificate.sign(forge.pki.privateKeyFromPem(own.privateKey), forge.md.sha256.create())
    return forge.pki.certificateToPem(certificate)
  }

  return {
    cert: certify(own, subject, [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ]),
    issue: (names) => ({
      key: servers.privateKey,
      cert: certify(
        servers,
        [{ name: 'commonName', value: `${name} server` }],
        [
          { name: 'basicConstraints', cA: false },
          // 7 is an IP address, 2 a host name.
          {
            name: 'subjectAltName',
            altNames: names.map((each) =>
              isIP(each) ? { type: 7, ip: each } : { type: 2, value: each },
            ),
          },
        ],
      ),
    }),
  }
}

interface Keys {
  publicKey: string
  privateKey: string
}

const createKeys = (): Promise<Keys> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
