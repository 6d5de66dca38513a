import { cpus, totalmem } from 'node:os'

export function introduction({ rounds, browser }: { rounds: number; browser: string }): string {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `a machine with ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GB`
  return `Measured on ${date} on ${machine}, Node ${process.versions.node}, Chromium ${browser},
each page in turn ${rounds} times; medians, with minimum and maximum. All figures depend on the machine;
only the ratios can be compared between days. Repeat it with \`npm run bench -- --only pages\`
(\`--rounds N\`, \`--json FILE\`, \`--pictures FOLDER\` for a picture of each page, \`--write\` for this section).

![Seconds until the page shows something, until its button works, until the request to the provider, and until a returning user is back, for each page](performance.svg)

- (a) Google’s hosted page: gcip-iap, FirebaseUI’s handler and the compatibility SDK in one script with
  its styles, as that page is built, but compressed and cached by the browser, which its own server
  does not do.
- (b) React and gcip-iap with the modular SDK in one bundle, as its guide says.
- (c) One HTML file with the same three buttons: no page can be faster.
- Foyer: the built page from its own server in production mode.`
}

export const definitions = `### What the figures mean

- **Slow 4G**: 150 ms round trip, 1.6 Mbit/s down and 750 kbit/s up, shared by all connections; each
  TCP connection costs a round trip, TLS 1.3 its own bytes. Slow start is not simulated. The browser slows the CPU
  down four times.
- **Cold** is a fresh browser profile. **Warm** is the same profile again, with its cache, but with
  new connections and no cached preflights.
- **Each visit starts on a page of another site**, as with a bookmark, a new tab or a link in an email. From an
  empty tab, the browser would start a new process for a page with \`Cross-Origin-Opener-Policy\` only.
- **One server** answers for every host over HTTP/2, each host on its own connections; nothing leaves
  the machine. All pages are precompressed with brotli, their HTML \`no-store\`, their hashed files cached
  for ever. Foyer’s responses pass through that server from a separate process.
- **First paint** is the browser’s first contentful paint: with Foyer the buttons.
- **Button** is the first frame in which the button that names Google is on top, at least half opaque
  and enabled. The bench presses it in that frame.
  Foyer’s button is in the HTML, and the page keeps a press until the script that handles it has loaded.
- **Provider request** is when the navigation to \`/__/auth/handler\` is sent, which leads to
  the provider; for (c) a plain navigation there. If a press does not lead there, the run fails.
- **KB and requests** count the bytes received and the requests sent before the button, with headers. Third parties are
  the other origins that the page had called by then. The font files that (a) would fetch from Google are not counted.
- **Long tasks, layout shift and heap** (after a garbage collection) are measured when the provider request
  has been sent, so that work after the press counts too.
- **Returning user**: an account in storage with a token that is 600 seconds old, and its tenant in the list
  of signed-in tenants. The time ends when the navigation back to the application is sent. The chain starts
  there and goes back, each time to the response that arrived last; a preflight and a new
  connection (two round trips) count.`
