/** What the application answers, by which an answer of its own is told from a guard's. */
export const applicationBody = JSON.stringify({
  application: 'bench',
  items: Array.from({ length: 16 }, (_, index) => ({ id: index, name: `An item of the list` })),
})
