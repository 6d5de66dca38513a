import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { followFrames } from './websocket-frames.ts'

/** A frame with a payload of this length, as a server sends it, or masked as a client does. */
function frame(length: number, isMasked = false): Buffer {
  const mask = isMasked ? 0x80 : 0
  const head = [0x82]
  if (length < 126) head.push(mask | length)
  else if (length < 65_536) head.push(mask | 126, length >> 8, length & 0xff)
  else head.push(mask | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (length >> shift) & 0xff))
  // A payload that looks like heads of frames.
  return Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(isMasked ? 4 : 0),
    Buffer.alloc(length, 0xff),
  ])
}

it.each([
  ['an empty frame', [frame(0)]],
  [
    'frames of every form of length',
    [frame(1), frame(125), frame(126), frame(65_535), frame(65_536)],
  ],
  ['masked frames', [frame(0, true), frame(7, true), frame(300, true), frame(70_000, true)]],
])('%s: only their ends are between two frames, however the bytes arrive', (_what, frames) => {
  const bytes = Buffer.concat(frames)
  const ends = new Set<number>()
  let end = 0
  for (const each of frames) ends.add((end += each.length))
  for (const size of [1, 3, 1_000, bytes.length]) {
    const follower = followFrames()
    const [pushes, between]: [number[], number[]] = [[], []]
    for (let at = 0; at < bytes.length; at += size) {
      follower.push(bytes.subarray(at, at + size))
      const pushed = Math.min(at + size, bytes.length)
      pushes.push(pushed)
      if (follower.isBetweenFrames()) between.push(pushed)
    }
    expect(between).toEqual(pushes.filter((pushed) => ends.has(pushed)))
  }
})
