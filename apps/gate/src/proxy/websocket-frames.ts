/** Follows the frames of one direction of a WebSocket (RFC 6455, 5.2), to know when no frame is half sent. */
export interface FrameFollower {
  push(chunk: Uint8Array): void
  isBetweenFrames(): boolean
}

/** Status 1001: the endpoint is going away, so the client may connect again. Frames of servers have no mask. */
export const goingAway = Uint8Array.of(0x88, 0x02, 0x03, 0xe9)

const maxHeadBytes = 14

export function followFrames(): FrameFollower {
  const head = Buffer.alloc(maxHeadBytes)
  let headBytes = 0
  let payloadLeft = 0

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length;) {
        if (payloadLeft > 0) {
          const part = Math.min(payloadLeft, chunk.length - at)
          payloadLeft -= part
          at += part
          continue
        }
        head[headBytes] = chunk[at] ?? 0
        headBytes += 1
        at += 1
        // Of the first byte alone, no length is known, but it is at least 2.
        if (headBytes < headLength(head)) continue
        payloadLeft = payloadLength(head)
        headBytes = 0
      }
    },
    isBetweenFrames: () => headBytes === 0 && payloadLeft === 0,
  }
}

const shortLength = (head: Buffer) => (head[1] ?? 0) & 0x7f

function headLength(head: Buffer): number {
  const maskBytes = ((head[1] ?? 0) & 0x80) === 0 ? 0 : 4
  const lengthBytes = shortLength(head) === 126 ? 2 : shortLength(head) === 127 ? 8 : 0
  return 2 + lengthBytes + maskBytes
}

function payloadLength(head: Buffer): number {
  const short = shortLength(head)
  if (short === 126) return head.readUInt16BE(2)
  return short === 127 ? Number(head.readBigUInt64BE(2)) : short
}
