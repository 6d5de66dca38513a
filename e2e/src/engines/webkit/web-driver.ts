import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { DriverError } from './driver-error.ts'
import { freePort } from './free-port.ts'
import { poll } from './poll.ts'

/** A virtual screen, because WebKitGTK has no headless mode. */
export interface Display {
  name: string
  end: () => void
}

export async function startDisplay(): Promise<Display> {
  // Xvfb chooses a free number, and writes it when it is ready.
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const lines = createInterface({ input: child.stdio[3] as Readable })
  const [number] = (await Promise.race([once(lines, 'line'), failed(child)])) as [string]
  return { name: `:${number}`, end: () => void child.kill() }
}

export type Method = 'GET' | 'POST' | 'DELETE'

/** A W3C WebDriver session: one browser with storage of its own. */
export interface Session {
  call: (method: Method, path: string, body?: object) => Promise<unknown>
  end: () => Promise<void>
}

/** @param onLine gets what the browser writes to its standard output */
export async function startSession(
  display: Display,
  binary: string,
  options: object,
  onLine: (line: string) => void,
): Promise<Session> {
  const port = await freePort()
  // WebKitWebDriver has one session at a time, so each has its own driver.
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, ...surroundings, DISPLAY: display.name },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  createInterface({ input: child.stdout }).on('line', onLine)
  const base = `http://127.0.0.1:${port}`
  await Promise.race([
    poll('The WebKit driver is ready', () => call('GET', `${base}/status`).then(Boolean)),
    failed(child),
  ])
  const { sessionId } = v.parse(
    v.object({ sessionId: v.string() }),
    await call('POST', `${base}/session`, {
      capabilities: {
        alwaysMatch: {
          // With any other strategy the driver waits forever after Back.
          pageLoadStrategy: 'none',
          acceptInsecureCerts: true,
          'webkitgtk:browserOptions': {
            binary,
            args: ['--automation', `--options=${JSON.stringify(options)}`],
          },
        },
      },
    }),
  )
  return {
    call: (method, path, body) => call(method, `${base}/session/${sessionId}${path}`, body),
    async end() {
      await call('DELETE', `${base}/session/${sessionId}`).catch(() => {})
      child.kill()
    },
  }
}

/**
 * No accessibility bus, no desktop settings, no GPU: none of them is there. Without compositing, the driver takes no
 * screenshots.
 */
const surroundings = {
  NO_AT_BRIDGE: '1',
  GSETTINGS_BACKEND: 'memory',
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  // Each page lives for seconds: threads that optimize, collect and paint for it cost more than they save.
  JSC_useDFGJIT: '0',
  JSC_useConcurrentGC: '0',
  JSC_numberOfGCMarkers: '1',
  WEBKIT_SKIA_CPU_PAINTING_THREADS: '0',
}

/** Of a script: if the document is left while one runs, the driver may never answer. Nothing else waits for a page. */
const scriptTimeout = 2000
const callTimeout = 30_000

const Failure = v.object({ error: v.string(), message: v.string() })

async function call(method: Method, url: string, body: object = {}): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(url.includes('/execute/') ? scriptTimeout : callTimeout),
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new DriverError('no answer', `The driver did not answer: ${String(cause)}`)
  })
  const { value } = v.parse(v.object({ value: v.unknown() }), await response.json())
  if (response.ok) return value
  const { error, message } = v.parse(Failure, value)
  throw new DriverError(error, `${error}: ${message}`)
}

/** Rejects when the program cannot be started or ends. */
async function failed(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`${child.spawnfile} has ended with ${code}.`)
}
