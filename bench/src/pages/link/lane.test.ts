import { describe, expect, it } from 'vitest'
import { Lane } from './lane.ts'
import type { Clock, LaneProfile } from './lane.ts'

/** 1500 bytes, headers included, take 12 ms. */
const slow: LaneProfile = { delayMs: 75, bitsPerSecond: 1_000_000 }

class TestClock implements Clock {
  time = 0
  calls: { moment: number; callback: () => void }[] = []

  now(): number {
    return this.time
  }

  callAt(moment: number, callback: () => void): () => void {
    const call = { moment, callback }
    this.calls.push(call)
    return () => {
      this.calls = this.calls.filter((other) => other !== call)
    }
  }

  /** A clock whose calls come late by this time. */
  runAll(lateMs = 0): void {
    for (let next = this.calls.shift(); next; next = this.calls.shift()) {
      this.time = Math.max(this.time, next.moment + lateMs)
      next.callback()
    }
  }
}

function record(lane: Lane, clock: TestClock) {
  const arrivals: [from: string, bytes: number, at: number][] = []
  const open = (name: string) =>
    lane.open((bytes) => {
      arrivals.push([name, bytes.length, Math.round(clock.time)])
    })
  return { arrivals, open }
}

describe('a lane', () => {
  it('a lane delays each packet by its sending time and its latency', () => {
    const clock = new TestClock()
    const { arrivals, open } = record(new Lane(clock, slow), clock)
    open('page').send(new Uint8Array(3000))
    clock.runAll()
    expect(arrivals).toEqual([
      ['page', 1460, 12 + 75],
      ['page', 1460, 24 + 75],
      ['page', 80, 25 + 75],
    ])
  })

  it('a lane sends the packets of its flows in turn, even if one flow has many', () => {
    const clock = new TestClock()
    const { arrivals, open } = record(new Lane(clock, slow), clock)
    const [big, small] = [open('script'), open('config')]
    big.send(new Uint8Array(1460 * 10))
    small.send(new Uint8Array(100))
    clock.runAll()
    expect(arrivals.slice(0, 3).map(([from]) => from)).toEqual(['script', 'config', 'script'])
    expect(arrivals).toHaveLength(11)
  })

  it('a lane holds bytes until they may leave, and other bytes pass them', () => {
    const clock = new TestClock()
    const { arrivals, open } = record(new Lane(clock, slow), clock)
    open('new connection').send(new Uint8Array(1460), 150)
    open('known connection').send(new Uint8Array(1460))
    clock.runAll()
    expect(arrivals).toEqual([
      ['known connection', 1460, 12 + 75],
      ['new connection', 1460, 150 + 12 + 75],
    ])
  })

  it('a lane does not accumulate the delays of its clock', () => {
    const clock = new TestClock()
    const { arrivals, open } = record(new Lane(clock, slow), clock)
    open('page').send(new Uint8Array(1460 * 50))
    clock.runAll(3)
    expect(arrivals.at(-1)?.[2]).toBe(50 * 12 + 75 + 3)
  })

  it('a lane is idle between two bursts: the second starts when it is sent', () => {
    const clock = new TestClock()
    const { arrivals, open } = record(new Lane(clock, slow), clock)
    const flow = open('page')
    flow.send(new Uint8Array(1460))
    clock.runAll()
    clock.time = 1000
    flow.send(new Uint8Array(1460))
    clock.runAll()
    expect(arrivals.map(([, , at]) => at)).toEqual([87, 1087])
  })

  it('a lane without limits causes no delay', () => {
    const clock = new TestClock()
    const lane = new Lane(clock, { delayMs: 0, bitsPerSecond: Infinity })
    const { arrivals, open } = record(lane, clock)
    open('page').send(new Uint8Array(100_000))
    expect(arrivals.map(([, , at]) => at)).toEqual(Array.from({ length: 69 }, () => 0))
  })

  it('a lane reports how many bytes of a flow are waiting, so that its source can be paused', () => {
    const clock = new TestClock()
    const { open } = record(new Lane(clock, slow), clock)
    const flow = open('page')
    flow.send(new Uint8Array(3000))
    expect(flow.waitingBytes()).toBe(3000 - 1460)
    clock.runAll()
    expect(flow.waitingBytes()).toBe(0)
  })

  it('a lane sends nothing more of a closed flow', () => {
    const clock = new TestClock()
    const { arrivals, open } = record(new Lane(clock, slow), clock)
    const flow = open('gone')
    flow.send(new Uint8Array(1460 * 3))
    flow.close()
    open('other').send(new Uint8Array(10))
    clock.runAll()
    expect(arrivals.map(([from]) => from)).toEqual(['gone', 'other'])
  })
})
