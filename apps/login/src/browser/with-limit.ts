/** The result of the work, or a failure if it takes longer than the limit. */
export async function withLimit<Result>(
  work: Promise<Result>,
  limitMs: number,
  tooLate: () => Error,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
