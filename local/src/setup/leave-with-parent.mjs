// Preloaded into every child process. The parent holds the other end of this channel. When the parent ends,
// even without cleaning up, the channel closes and this process exits.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
