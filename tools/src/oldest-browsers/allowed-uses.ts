/** A use of an API that some supported browser lacks, and why it does no harm there. */
export interface AllowedUse {
  /** Its place in MDN's data. */
  readonly feature: string
  /** The script that uses it, without its hash. */
  readonly script: string
  readonly reason: string
}

const ours = 'It is a property of an object of ours, or of the library, that has the same name.'
const reactReads = 'React reads it, and continues without it if it is undefined.'
const react = 'assets/screens.js'
const sdk = 'assets/firebase-identity.js'
const phone = 'assets/phone-part.js'

/** The check fails for an entry that is no longer needed. */
export const allowedUses: readonly AllowedUse[] = [
  {
    feature: 'api.trustedTypes',
    script: 'assets/flow.js',
    reason: 'trustSdkScripts() does nothing where it is undefined.',
  },
  { feature: 'javascript.builtins.Iterator.take', script: 'assets/flow.js', reason: ours },
  { feature: 'javascript.builtins.Function.displayName', script: 'assets/flow.js', reason: ours },
  {
    feature: 'javascript.builtins.Iterator.take',
    script: 'assets/without-press.js',
    reason: ours,
  },

  {
    feature: 'javascript.builtins.Error.captureStackTrace',
    script: sdk,
    reason: 'The SDK calls it only if it exists.',
  },
  { feature: 'api.RTCIceCandidate.component', script: sdk, reason: ours },
  { feature: 'api.HTMLLinkElement.blocking', script: sdk, reason: ours },
  { feature: 'javascript.builtins.Function.displayName', script: sdk, reason: ours },
  { feature: 'api.IntersectionObserverEntry.isVisible', script: sdk, reason: ours },
  { feature: 'api.Navigator.login', script: sdk, reason: ours },

  { feature: 'api.CSS.number_static', script: phone, reason: ours },
  { feature: 'api.FileSystemEntry.getMetadata', script: phone, reason: ours },
  { feature: 'api.IntersectionObserverEntry.isVisible', script: phone, reason: ours },
  { feature: 'api.CompositionEvent.locale', script: phone, reason: ours },

  { feature: 'api.RTCIceCandidate.address', script: 'assets/sign-in-link-part.js', reason: ours },

  {
    feature: 'javascript.builtins.Uint8Array.toBase64',
    script: 'assets/qr-code.js',
    reason: 'The library tests for it first, and only for a format that the page does not use.',
  },

  { feature: 'api.HTMLImageElement.fetchPriority', script: react, reason: ours },
  { feature: 'api.HTMLLinkElement.imageSizes', script: react, reason: ours },
  { feature: 'api.IntersectionObserver.delay', script: react, reason: ours },
  { feature: 'javascript.builtins.Function.displayName', script: react, reason: ours },
  { feature: 'api.AnimationEvent.animation', script: react, reason: ours },
  { feature: 'api.HTMLElement.popover', script: react, reason: ours },
  { feature: 'api.RTCDataChannel.priority', script: react, reason: ours },
  { feature: 'api.MediaSource.handle', script: react, reason: ours },
  { feature: 'api.Window.external', script: react, reason: ours },
  {
    feature: 'api.Window.setImmediate',
    script: react,
    reason: 'React tests its type first, and uses a MessageChannel without it.',
  },
  {
    feature: 'api.CSSStyleDeclaration.cssFloat',
    script: react,
    reason: 'React sets it to remove the style float, which the page does not use.',
  },
  { feature: 'api.MouseEvent.movementX', script: react, reason: 'React tests for it first.' },
  { feature: 'api.MouseEvent.movementY', script: react, reason: 'React tests for it first.' },
  { feature: 'api.CompositionEvent.locale', script: react, reason: reactReads },
  { feature: 'api.Navigator.connection', script: react, reason: reactReads },
  {
    feature: 'api.Window.navigation',
    script: react,
    reason: 'React tests its type before it listens to it.',
  },
]
