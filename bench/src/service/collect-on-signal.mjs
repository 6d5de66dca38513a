/** Loaded into the measured server, so that the bench can measure its memory without garbage. */
process.on('SIGUSR2', () => globalThis.gc?.())
