#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { openAccountService } from './account-service.ts'
import { DataFolderError } from './accounts/data-folder.ts'
import { createApp } from './app.ts'
import { createLogger } from './log/logger.ts'
import { readPageFiles } from './page/page-files.ts'
import { parseSettings } from './settings.ts'

const parsed = parseSettings(process.env, (path) => readFileSync(path, 'utf8'))
if (!parsed.ok) {
  refuseToStart(parsed.faults.map(({ key, message }) => `${key} ${message}`))
}
const { settings } = parsed

const page = await readPageFiles(settings.pageDir).catch((error: Error) =>
  refuseToStart([`FOYER_PAGE_DIR holds no built page: ${error.message}`]),
)

const logger = createLogger(settings.logLevel)
const { projectId } = settings
const accounts =
  projectId === null
    ? null
    : await openAccountService({ ...settings, projectId }, logger).catch((error: unknown) => {
        if (error instanceof DataFolderError) refuseToStart([error.message])
        throw error
      })
const app = createApp(settings, page, logger)
accounts?.addRoutes(app)
await app
  .listen({ host: settings.host, port: settings.port })
  .catch((error: NodeJS.ErrnoException) =>
    refuseToStart([
      error.code === 'EADDRINUSE'
        ? `FOYER_PORT ${settings.port} is in use by another process`
        : `FOYER_HOST cannot be listened on (${error.code})`,
    ]),
  )

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    logger.info({ signal }, 'closing')
    // Requests under way are finished; one that never ends may not keep the process.
    setTimeout(() => process.exit(1), 10_000).unref()
    void app
      .close()
      .then(() => accounts?.close())
      .then(() => logger.info('closed'))
  })
}

function refuseToStart(faults: string[]): never {
  process.stderr.write(
    `The Foyer server cannot start:\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
  )
  process.exit(1)
}
