import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

export interface Certificate {
  readonly key: string
  readonly cert: string
  /** With this a browser can be started to trust only this key. */
  readonly spkiHash: string
}

/** A temporary key and certificate for servers with fixed `https` URLs. */
export function createCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  const name = [{ name: 'commonName', value: 'scripted servers' }]
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return {
    key: privateKey,
    cert: forge.pki.certificateToPem(certificate),
    spkiHash: createHash('sha256').update(spki).digest('base64'),
  }
}
