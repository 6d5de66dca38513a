import { expect, it } from 'vitest'
import { histogramText } from '../metrics/histogram-text.ts'
import { countRequest, createGateCounts, outcomeOf, upstreamCounts } from './gate-counts.ts'

it('a duration counts in each bucket that it does not exceed', () => {
  const counts = createGateCounts()
  for (const seconds of [0.001, 0.002, 31]) countRequest(counts, 'forwarded', '2xx', seconds)
  countRequest(counts, 'own', 'aborted', 0.1)
  const lines = histogramText(counts).split('\n')
  const labels = 'kind="forwarded",outcome="2xx"'
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE foyer_gate_request_seconds histogram',
      `foyer_gate_request_seconds_bucket{le="0.001",${labels}} 1`,
      `foyer_gate_request_seconds_bucket{le="0.0025",${labels}} 2`,
      `foyer_gate_request_seconds_bucket{le="30",${labels}} 2`,
      `foyer_gate_request_seconds_bucket{le="+Inf",${labels}} 3`,
      `foyer_gate_request_seconds_sum{${labels}} 31.003`,
      `foyer_gate_request_seconds_count{${labels}} 3`,
      'foyer_gate_request_seconds_bucket{le="0.05",kind="own",outcome="aborted"} 0',
      'foyer_gate_request_seconds_bucket{le="0.1",kind="own",outcome="aborted"} 1',
    ]),
  )
})

it('the outcome of a request is the class of its status, or that it was cut off', () => {
  expect([100, 204, 302, 404, 599].map((status) => outcomeOf(status, true))).toEqual([
    '1xx',
    '2xx',
    '3xx',
    '4xx',
    '5xx',
  ])
  expect(outcomeOf(200, false)).toBe('aborted')
})

it('until a request was forwarded, the application counts as reachable', () => {
  expect(upstreamCounts(createGateCounts(), 'app.example').isUpstreamUp).toBe(true)
})
