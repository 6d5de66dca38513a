import { expect, it } from 'vitest'
import { isPrefetch, isPrerender } from './request-purpose.ts'

it.each([
  ['a prefetch', { 'sec-purpose': 'prefetch' }, true, false],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender' }, true, true],
  ['a prefetch through a proxy', { 'sec-purpose': 'prefetch;anonymous-client-ip' }, true, false],
  ['a prefetch of an older Chrome', { purpose: 'prefetch' }, true, false],
  ['a preview of an older Safari', { 'x-purpose': 'preview' }, true, false],
  ['a prefetch of an older Firefox', { 'x-moz': 'prefetch' }, true, false],
  ['a visit', { 'sec-fetch-mode': 'navigate' }, false, false],
  ['a visit for another purpose', { purpose: 'reading' }, false, false],
])(
  'the headers of %s show whether it is a prefetch, a prerender or a visit',
  (_, headers, isAhead, isRendered) => {
    expect([isPrefetch(headers), isPrerender(headers)]).toEqual([isAhead, isRendered])
  },
)
