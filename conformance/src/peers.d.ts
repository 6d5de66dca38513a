// The peers' own types are older than this compiler can read, or absent.
declare module 'gcip-iap' {
  export class Authentication {
    constructor(handler: object)
    start(): Promise<void>
    getOriginalURL(): Promise<string | null>
  }
}

declare module 'node-forge' {
  interface Certificate {
    publicKey: unknown
    serialNumber: string
    validity: { notBefore: Date; notAfter: Date }
    setSubject(attributes: { name: string; value: string }[]): void
    setIssuer(attributes: { name: string; value: string }[]): void
    sign(key: unknown, digest: unknown): void
  }
  const forge: {
    pki: {
      createCertificate(): Certificate
      publicKeyFromPem(pem: string): unknown
      privateKeyFromPem(pem: string): unknown
      certificateToPem(certificate: Certificate): string
    }
    md: { sha256: { create(): unknown } }
  }
  export default forge
}

declare module 'firebaseui' {
  export const auth: {
    FirebaseUiHandler: new (root: Element, configs: object) => object
  }
}
