// Loaded into the server and the gate before they start.

// Ends with the test that started it.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

// Sends requests to Google's hosts to this machine.
const { fetch } = globalThis
const inside = process.env['TWO_SITES_INTERNET'] ?? ''
/**
 * @param {string | URL} address
 * @param {RequestInit} [init]
 */
globalThis.fetch = (address, init) => {
  const { host, pathname, search } = new URL(address)
  return fetch(`${inside}/${host}${pathname}${search}`, init)
}
