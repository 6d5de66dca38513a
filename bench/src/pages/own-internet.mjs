// Loaded into the server first: its requests to Google are answered on this machine, like all others of the bench.
const project = process.env['BENCH_PROJECT'] ?? ''
/** @param {string} address */
globalThis.fetch = async (address) => {
  if (new URL(address).host !== 'www.googleapis.com') throw new TypeError('out of reach')
  return new Response(project, { headers: { 'content-type': 'application/json' } })
}
