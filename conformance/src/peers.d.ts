// The peers' own types are older than this compiler can read, or absent.
declare module 'gcip-iap' {
  export class Authentication {
    constructor(handler: object)
    start(): Promise<void>
    getOriginalURL(): Promise<string | null>
  }
}

declare module 'firebaseui' {
  export const auth: {
    FirebaseUiHandler: new (root: Element, configs: object) => object
  }
}
