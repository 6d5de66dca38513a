/**
 * Asks for a file of our own, or takes the answer to the request that was sent with the first byte of
 * the page. That one is good once: its body is read, and asking again means to have it anew.
 */
export function createEarlyAnswers(
  early: Record<string, Promise<Response>>,
  ask: (path: string) => Promise<Response>,
): (path: string) => Promise<Response> {
  const waiting = new Map(Object.entries(early))
  return (path) => {
    const answer = waiting.get(path)
    waiting.delete(path)
    return answer ?? ask(path)
  }
}
