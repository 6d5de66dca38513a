/**
 * Google's frame, which passes on the answer of a provider. The SDK keeps the first one that it finds, and test files share
 * a worker, so all tests have this one.
 */
export const googleFrame = {
  /** The answer with which the page was opened. Null if it is no return from a provider. */
  answer: null as object | null,
  /** Passes another answer to the SDK. */
  tell: (_event: object): void => {},
}

const frame = {
  restyle: () => Promise.resolve(),
  ping: (callback: () => void) => Promise.resolve(callback()),
  register(_name: string, hear: (event: object) => void) {
    googleFrame.tell = hear
    if (googleFrame.answer) hear({ authEvent: googleFrame.answer })
  },
  send(_name: string, _data: object, callback: (results: object[]) => void) {
    try {
      callback([{ webStorageSupport: true }])
    } catch {
      // The SDK throws after it has read the answer.
    }
  },
}

export const gapi = {
  iframes: {
    Iframe: true,
    CROSS_ORIGIN_IFRAMES_FILTER: 'any',
    getContext: () => ({
      open: (_options: object, opened: (channel: typeof frame) => unknown) => opened(frame),
    }),
  },
}

export const providerAnswer = {
  type: 'signInViaRedirect',
  eventId: null,
  urlResponse: 'https://login.example.com/__/auth/handler?code=once&state=s',
  sessionId: 'session',
  postBody: null,
  tenantId: 'acme',
}
