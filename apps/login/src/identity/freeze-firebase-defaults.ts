/**
 * The SDK reads settings from a cookie `__FIREBASE_DEFAULTS__`, which any sibling domain can set, unless this global is
 * defined. Call it before the SDK is loaded.
 */
export function freezeFirebaseDefaults(): void {
  Object.defineProperty(globalThis, '__FIREBASE_DEFAULTS__', {
    value: Object.freeze({}),
    configurable: false,
    writable: false,
  })
}
