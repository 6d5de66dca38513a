export { chromiumHere, chromiumSwitches, fastestChromium, withoutGpu } from './chromium.ts'
export { engines, enginesHere } from './engines.ts'
export type { Engine } from './engines.ts'
export { findFirefox } from './firefox.ts'
