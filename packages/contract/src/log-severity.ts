const severities: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
}

/**
 * The name of a log level at Google Cloud Logging, which other log viewers understand too. Without it, their filters
 * and alerts would treat every line as the lowest level.
 */
export function severityOf(level: string): string {
  return severities[level] ?? 'DEFAULT'
}
