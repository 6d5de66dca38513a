/** The properties of a user's network. */
export interface LinkProfile {
  readonly roundTripMs: number
  readonly downBitsPerSecond: number
  readonly upBitsPerSecond: number
}

export const unlimited: LinkProfile = {
  roundTripMs: 0,
  downBitsPerSecond: Infinity,
  upBitsPerSecond: Infinity,
}

export const slow4G: LinkProfile = {
  roundTripMs: 150,
  downBitsPerSecond: 1_600_000,
  upBitsPerSecond: 750_000,
}
