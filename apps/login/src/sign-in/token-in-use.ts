/** Names the token of a call that is on its way to a server. */
export type TokenInUse = { name: 'idToken' | 'customToken'; value: string }

/** Holds a token in the state for as long as the call takes that sends it. */
export async function withToken<Result>(
  store: { setState: (change: { token: TokenInUse | null }) => void },
  token: TokenInUse,
  call: () => Promise<Result>,
): Promise<Result> {
  store.setState({ token })
  try {
    return await call()
  } finally {
    store.setState({ token: null })
  }
}
