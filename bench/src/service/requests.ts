import { randomUUID } from 'node:crypto'
import type { Answer } from '../load/connection.ts'
import { requestBytes } from '../load/request.ts'
import { invite } from './invitation.ts'
import { publicUrl } from './start-service.ts'

/** One type of request that the service is loaded with. */
export interface RequestType {
  name: string
  next: () => Buffer | null
  check: (answer: Answer) => void
}

const company = 'Öz & Oğulları'
let clients = 0

/** Headers with a new client IP address for each request, so that the limits do not apply. */
function headers(): Record<string, string> {
  clients += 1
  const place = [10, clients >> 16, (clients >> 8) & 255, clients & 255].join('.')
  return {
    host: new URL(publicUrl).host,
    'x-forwarded-for': place,
    'accept-encoding': 'gzip, deflate, br',
    'accept-language': 'tr,en;q=0.8',
  }
}

export const config: RequestType = {
  name: 'config',
  next: () => requestBytes('GET', '/config.json', headers()),
  check: expecting(200, '"selfRegistration":true'),
}

export const page: RequestType = {
  name: 'page',
  next: () => requestBytes('GET', '/', headers()),
  check: ({ status, head, body }) => {
    if (status !== 200 || !/content-encoding: br/i.test(head) || body.length < 500)
      throw new Error(`The page was answered with ${status}.`)
  },
}

/** The first sign-in of a new account for each request, from the ID token to the removed claim. */
export function welcomes(idTokens: readonly string[]): RequestType {
  const left = [...idTokens]
  return {
    name: 'welcome',
    next() {
      const idToken = left.pop()
      return idToken === undefined
        ? null
        : requestBytes('GET', `/welcome/start?t=${idToken}`, headers())
    },
    check: expecting(200, '"done"'),
  }
}

let people = 0

export const invited: RequestType = {
  name: 'registration, invited',
  next() {
    const person = newPerson()
    const invitation = invite(person.email, company)
    return post('/registration', { ...person, company, language: 'tr', invitation })
  },
  check: expecting(201, '"customToken"'),
}

/** A fixed number, because the server has to send an email for each. */
export function asked(count: number): RequestType {
  let left = count
  return {
    name: 'registration, by email',
    next() {
      left -= 1
      return left < 0 ? null : post('/registration', { ...newPerson(), company, language: 'en' })
    },
    check: expecting(202, '"mail-sent"'),
  }
}

/** The requests that the links in the emails send. */
export function confirmations(tokens: readonly string[]): RequestType {
  const left = [...tokens]
  return {
    name: 'registration, the email link',
    next() {
      const confirmation = left.pop()
      return confirmation === undefined
        ? null
        : post('/registration/confirmation', { confirmation })
    },
    check: expecting(201, '"customToken"'),
  }
}

function newPerson() {
  people += 1
  return { firstName: 'Ayşe', lastName: 'Yılmaz', email: `person-${people}@acme.example` }
}

function post(path: string, body: object): Buffer {
  const more = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return requestBytes('POST', path, { ...headers(), ...more }, JSON.stringify(body))
}

function expecting(expected: number, text: string): RequestType['check'] {
  return ({ status, body }) => {
    if (status !== expected || !body.includes(text))
      throw new Error(`${status} instead of ${expected}: ${body.toString().slice(0, 200)}`)
  }
}
