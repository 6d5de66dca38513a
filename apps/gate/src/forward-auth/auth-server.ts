import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { answer, type Answer } from '../answer/answer.ts'
import { countRequest, outcomeOf, type GateCounts } from '../events/gate-counts.ts'
import { writeAnswer } from '../http/write-answer.ts'

/** The limit for a request, and the same again for what a proxy adds. */
const maxHeadBytes = 64 * 1024

interface AuthServerDeps {
  decide: (question: IncomingMessage) => Promise<Answer>
  counts: GateCounts
  logBug: (error: unknown) => void
  /** Called for each question. */
  track: (req: IncomingMessage, res: ServerResponse) => void
}

/** The server that reverse proxies ask. Without a listener for upgrades, Node takes these for ordinary requests. */
export function createAuthServer({ decide, counts, logBug, track }: AuthServerDeps): http.Server {
  async function respond(req: IncomingMessage) {
    try {
      return await decide(req)
    } catch (error) {
      logBug(error)
      return answer(500)
    }
  }

  const server = http.createServer({ maxHeaderSize: maxHeadBytes }, (req, res) => {
    track(req, res)
    const startedAt = performance.now()
    res.on('close', () => {
      const outcome = outcomeOf(res.statusCode, res.writableFinished)
      countRequest(counts, 'checked', outcome, (performance.now() - startedAt) / 1000)
    })
    void respond(req).then((ready) => writeAnswer(res, ready))
  })
  server.maxHeadersCount = 0
  // Longer than proxies keep an idle connection.
  server.keepAliveTimeout = 620_000
  return server
}
