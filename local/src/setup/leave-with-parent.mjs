// Preloaded into every child. The parent holds the other end of this channel; when the parent
// is gone, however it went, the channel closes and so do we.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
