// The peers' own types are absent or older than this compiler can read.
declare module 'gcip-iap' {
  export class Authentication {
    constructor(handler: object)
    start(): Promise<void>
  }
}

declare module 'firebaseui' {
  export const auth: {
    FirebaseUiHandler: new (root: Element, configs: object) => object
  }
}

declare module 'firebase-modular/app' {
  export * from 'firebase/app'
}

declare module 'firebase-modular/auth' {
  export * from 'firebase/auth'
}

declare module '@babel/polyfill' {}

declare module '*.css' {
  const styles: string
  export default styles
}
