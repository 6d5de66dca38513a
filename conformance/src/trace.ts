/** What one library did in one scenario. Plain JSON, so that two traces can be compared value by value. */
export interface Trace {
  /** The events in the page, in order: see `mayComeEarlier` in `compare.ts`. */
  events: string[]
  /** The requests at the servers without preflights, in order. */
  requests: WireRequest[]
  /** The errors that reached the caller, in order. */
  errors: ErrorRecord[]
  /** Local storage at the end. */
  storage: Record<string, string>
  /** The history at the end. */
  history: { address: string; added: number }
}

export interface WireRequest {
  method: string
  address: string
  /** Only headers that the protocol or the browser's credential and cache modes set. */
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
