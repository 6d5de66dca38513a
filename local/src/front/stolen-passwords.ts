import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** The range interface of a list of stolen passwords, like that of Have I Been Pwned. */
export const stolenPasswordsPath = '/local/stolen-passwords/'

/** It meets the password policy, and is not on the server's own list of common ones. */
const stolen = ['kara-deniz-2024']

/** @param prefix the first five characters of a SHA-1 hash */
export function answerWithStolen(response: ServerResponse, prefix: string): void {
  const lines = stolen
    .map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
    .filter((digest) => digest.startsWith(prefix))
    .map((digest) => `${digest.slice(prefix.length)}:7`)
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  response.end(lines.join('\r\n'))
}
