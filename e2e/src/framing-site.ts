import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of another origin on this machine that shows `framedUrl` in a frame. */
export async function openFramingSite(
  framedUrl: string,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${framedUrl.replaceAll('&', '&amp;')}" title="framed"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
