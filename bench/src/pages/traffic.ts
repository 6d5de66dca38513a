import type { CDPSession } from 'playwright-core'

/** One request of a page; times in ms from the start of its navigation. */
export interface Exchange {
  readonly url: URL
  /** The browser's resource type: Document, Script, Fetch, Preflight and so on. */
  readonly type: string
  readonly sentAt: number
  /** Bytes of headers and body on the wire, once they have all arrived. */
  receivedAt: number | null
  bytes: number
  /** Whether a connection had to be made for it. */
  newConnection: boolean
  fromCache: boolean
  /** Why it could not be sent or answered. */
  failed: string | null
}

export interface Traffic {
  readonly exchanges: readonly Exchange[]
  /** Resolves when a navigation to a URL with this prefix has been sent. */
  navigationTo(prefix: string, limitMs: number): Promise<Exchange>
}

/** @param session of a page that loads nothing at the moment */
export async function recordTraffic(session: CDPSession): Promise<Traffic> {
  const exchanges: Exchange[] = []
  const byId = new Map<string, Exchange>()
  let listeners: (() => void)[] = []
  let began: number | null = null

  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (request.url.startsWith('data:')) return
    began ??= timestamp
    const exchange: Exchange = {
      url: new URL(request.url),
      type: request.method === 'OPTIONS' ? 'Preflight' : (type ?? 'Other'),
      sentAt: (timestamp - began) * 1000,
      receivedAt: null,
      bytes: 0,
      newConnection: false,
      fromCache: false,
      failed: null,
    }
    exchanges.push(exchange)
    byId.set(requestId, exchange)
    for (const listener of listeners) listener()
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const exchange = byId.get(requestId)
    if (!exchange) return
    exchange.fromCache = response.fromDiskCache === true
    exchange.newConnection = (response.timing?.connectEnd ?? -1) > 0
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const exchange = byId.get(requestId)
    if (exchange) exchange.fromCache = true
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const exchange = byId.get(requestId)
    if (!exchange || began === null) return
    exchange.receivedAt = (timestamp - began) * 1000
    exchange.bytes = encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
    const exchange = byId.get(requestId)
    if (exchange && canceled !== true) exchange.failed = errorText
  })
  await session.send('Network.enable')

  return {
    exchanges,
    navigationTo(prefix, limitMs) {
      return new Promise((resolve, reject) => {
        const check = (): void => {
          const found = exchanges.find(
            ({ type, url }) => type === 'Document' && url.href.startsWith(prefix),
          )
          if (!found) return
          end()
          resolve(found)
        }
        const timer = setTimeout(() => {
          end()
          const seen = exchanges.map(({ url }) => `${url.origin}${url.pathname}`).join(', ')
          reject(new Error(`No navigation to ${prefix} within ${limitMs} ms; sent: ${seen}`))
        }, limitMs)
        const end = (): void => {
          clearTimeout(timer)
          listeners = listeners.filter((listener) => listener !== check)
        }
        listeners = [...listeners, check]
        check()
      })
    },
  }
}
