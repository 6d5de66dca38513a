/**
 * Measures each subject in turn, several times, and takes the least of each: other work on the machine only adds. With
 * one after the other, a busy minute would look like the cost of a size.
 */
export async function leastOfEach<Subject>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<number>,
): Promise<number[]> {
  const least = subjects.map(() => Infinity)
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      least[index] = Math.min(least[index] ?? Infinity, await measure(subject))
    }
  }
  return least
}

/** Starts one subject for each size, measures, and closes them all. */
export async function withEach<Size, Subject extends { close(): Promise<void> }, Result>(
  sizes: readonly Size[],
  start: (size: Size) => Promise<Subject>,
  work: (subjects: readonly Subject[]) => Promise<Result>,
): Promise<Result> {
  const subjects: Subject[] = []
  try {
    for (const size of sizes) subjects.push(await start(size))
    return await work(subjects)
  } finally {
    for (const subject of subjects) await subject.close()
  }
}
