/** The token of a call that is in progress. */
export type TokenInUse = { name: 'idToken' | 'customToken'; value: string }

/** Holds a token in the state until the call that sends it ends. */
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
