import { cpus, totalmem } from 'node:os'

export function introduction({ rounds, browser }: { rounds: number; browser: string }): string {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `a machine with ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GB`
  return `Measured on ${date} on ${machine}, Node ${process.versions.node}, Chromium ${browser},
each page in turn ${rounds} times; medians, with the least and the most. The rest of the machine takes part in every
number; only the ratios carry over to another day. Repeat it with \`npm run bench -- --only pages\`
(\`--rounds N\`, \`--json FILE\`, \`--pictures FOLDER\` for a look at each page, \`--write\` for this section).

![Seconds until the page shows something, until its button works, until the provider is asked, and until a known visitor is back, for each page](performance.svg)

- (a) Google’s hosted page: gcip-iap, FirebaseUI’s handler and the compatibility SDK in one script with
  its styles, as that page is assembled, but compressed and kept by the browser, which its own server
  does not do.
- (b) React and gcip-iap with the modular SDK, everything at once, as its guide says.
- (c) One HTML file with the same three buttons: no page can be faster.
- Foyer: the built page from its own server in production mode.`
}

export const definitions = `### What the figures mean

- **Slow 4G**: 150 ms round trip, 1.6 Mbit/s down and 750 kbit/s up, shared by all connections; each
  TCP connection pays a round trip, TLS 1.3 its own bytes. Slow start is not played. The CPU is slowed
  down four times by the browser.
- **Cold** is a fresh browser profile. **Warm** is the same profile once more, with its cache, but
  every connection made anew and no preflight remembered.
- **One server** answers for every host over HTTP/2, each host on connections of its own; nothing leaves
  the machine. All pages come precompressed with brotli, their HTML \`no-store\`, their named files kept
  for ever. Foyer’s answers pass through that server from its own process.
- **First paint** is the browser’s first contentful paint: with Foyer the loading view.
- **Button** is the first frame in which the button that names Google is on top, at least half opaque
  and enabled. It is pressed in that very frame.
  Foyer’s is in the HTML, and keeps a press until the script that acts on it is there.
- **Provider request** is when the navigation to \`/__/auth/handler\` leaves, which hands over to
  the provider; for (c) a plain navigation there. A page whose press does not lead there fails the run.
- **KB and requests** count what had arrived, and what had been sent, before the button, as it crossed the wire,
  headers included. Third parties are the origins asked by then that are not the page’s own. The font files
  that (a) would fetch from Google are not counted.
- **Long tasks, layout shift and heap** (after a garbage collection) are taken when the provider request
  has left, so that work put off until the press counts as well.
- **Returning user**: an account in storage whose token is 600 seconds old, and its tenant on the list
  of those signed in to. The time ends when the navigation back into the application leaves. The chain
  goes back from there, each time to what had arrived last; a preflight and a new
  connection (two round trips) count.`
