/** The calls of the protocol, as the servers distinguish them. */
export type Endpoint = 'lookup' | 'exchange' | 'sessionInfo' | 'cookie'

/** What a server does with one call. */
export type Answer =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly text: string; readonly type?: string }
  /** The server closes the connection. */
  | 'cut'
  /** The server never answers. */
  | 'silence'

/** Answers by endpoint, one per call; the last one repeats. */
export type Answers = Partial<Readonly<Record<Endpoint, readonly Answer[]>>> & {
  /** The identity service's answers, by the last part of the URL. */
  readonly identity?: Readonly<Record<string, object>>
}

export const loginOrigin = 'http://localhost:4000'
const projectNumber = '12345'
export const redirectUri = 'http://localhost:4100/_gcp_iap/handle_redirect'
export const targetUri = 'http://localhost:4100/_gcp_iap/gcip_authenticate?from=exchange'
export const originalUri = 'http://localhost:4100/reports?id=7&q=a%20b#row2'

const success: Record<Endpoint, Answer> = {
  lookup: { json: { projectId: projectNumber, authorizedDomains: ['localhost'] } },
  exchange: { json: { redirectToken: 'redirect-token-1', originalUri, targetUri } },
  sessionInfo: { json: { originalUri, tenantIds: ['acme-1a2b3', 'globex-4c5d6'] } },
  cookie: { text: 'OK' },
}

/** The answer to the call of that number (from 0) at that endpoint. */
export function answerTo(answers: Answers, endpoint: Endpoint, call: number): Answer {
  const scripted = answers[endpoint] ?? []
  return scripted[Math.min(call, scripted.length - 1)] ?? success[endpoint]
}

/**
 * A browser repeats a request by itself if a reused connection is closed. So a scene with such an answer keeps
 * no connection open.
 */
export function willCut({ identity: _identity, ...answers }: Answers): boolean {
  return Object.values(answers).some((scripted) => scripted.includes('cut'))
}
