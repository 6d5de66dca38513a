import type { GateError } from '../errors/gate-error.ts'

export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>

/** A complete response of the gate itself. Only `http/write-answer.ts` writes one. */
export interface Answer {
  kind: 'answer'
  status: number
  headers: AnswerHeaders
  body: string
}

/** IAP sets the same header on its own responses. */
export const generatedMark = 'x-goog-iap-generated-response'

export function answer(status: number, headers: AnswerHeaders = {}, body = ''): Answer {
  return {
    kind: 'answer',
    status,
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      [generatedMark]: 'true',
      ...headers,
    },
    body,
  }
}

export function jsonAnswer(status: number, value: unknown, headers: AnswerHeaders = {}): Answer {
  return answer(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(value))
}

export function textAnswer(status: number, text: string, headers: AnswerHeaders = {}): Answer {
  return answer(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }, text)
}

/** The response to a failed exchange or session info, in the form that the protocol specifies. */
export function callFailure(error: GateError, headers: AnswerHeaders): Answer {
  const { httpStatus: code, status, message, detail } = error
  const details = [{ detail }]
  return jsonAnswer(code, { error: { code, status, message, details } }, headers)
}
