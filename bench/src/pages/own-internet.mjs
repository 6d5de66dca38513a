// Loaded into the server first. Sends the server's requests to Google to this machine, like all requests of
// the bench.
const project = process.env['BENCH_PROJECT'] ?? ''
/** @param {string} address */
globalThis.fetch = async (address) => {
  if (new URL(address).host !== 'www.googleapis.com') throw new TypeError('out of reach')
  return new Response(project, { headers: { 'content-type': 'application/json' } })
}
