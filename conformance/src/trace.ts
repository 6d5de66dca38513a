/** What one library did in one scenario. Plain JSON, so that two of them compare leaf by leaf. */
export interface Trace {
  /** What could be seen in the page, in order: see `mayComeEarlier` in `compare.ts`. */
  events: string[]
  /** What arrived at the servers, preflights apart, in order. */
  requests: WireRequest[]
  /** What reached the caller, in the order in which it did. */
  errors: ErrorRecord[]
  /** Local storage at the end. */
  storage: Record<string, string>
  /** The history at the end. */
  history: { address: string; added: number }
}

export interface WireRequest {
  method: string
  address: string
  /** Only those that the protocol or the browser's credential and cache modes speak through. */
  headers: Record<string, string>
  body: string
  isNavigation: boolean
}

export interface ErrorRecord {
  code: string | null
  message: string
  httpErrorCode: number | null
  retry: boolean
}
