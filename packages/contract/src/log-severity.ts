const severities: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
}

/**
 * The name of a log level in the words of Google Cloud Logging, which other viewers understand too. Without
 * it, their filters and alerts see every line of ours at the lowest level.
 */
export function severityOf(level: string): string {
  return severities[level] ?? 'DEFAULT'
}
