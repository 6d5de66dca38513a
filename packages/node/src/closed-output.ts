import type { Writable } from 'node:stream'

/** Ends a command without an error when nobody reads its output any more, as in `foyer audit | head`. */
export function endWithOutput(output: Writable, end: () => void): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    end()
  })
}
