import type { Socket } from 'node:net'

/**
 * Responds to bytes that are not a valid HTTP request. Only a URL that is too long can come from a user, so
 * only that response has a message. Nothing that was sent is repeated or logged.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, body] = answers[error.code ?? ''] ?? ['400 Bad Request', '']
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: text/plain; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const answers: Record<string, [status: string, body: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', ''],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'This link is too long. Please open the application again.\n' +
      'Bu bağlantı çok uzun. Lütfen uygulamayı yeniden açın.\n',
  ],
}
