import { expect, it } from 'vitest'
import { sitesOf } from './sites.ts'

it('the deployed nginx configuration is used with these ports, and with one line for each instance', () => {
  const text = sitesOf({
    folder: '/folder',
    port: 1,
    plainPort: 2,
    gates: [11, 12],
    servers: [21, 22, 23],
  })
  expect(text.match(/server 127\.0\.0\.1:1[12] max_fails=0;/g)).toHaveLength(2)
  expect(text.match(/server 127\.0\.0\.1:2[123] max_fails=0;/g)).toHaveLength(3)
  expect(text.match(/listen 127\.0\.0\.1:1 ssl/g)).toHaveLength(3)
  expect(text).not.toMatch(/\/etc\/nginx|\/var\/log|server gate:|server server:/)
})
