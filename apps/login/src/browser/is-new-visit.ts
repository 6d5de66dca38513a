/** Whether this page load is a new visit, not a reload and not a step through the history. */
export function isNewVisit(timeline: Pick<Performance, 'getEntriesByType'>): boolean {
  const [entry] = timeline.getEntriesByType('navigation')
  return entry !== undefined && 'type' in entry && entry.type === 'navigate'
}
