/** The application's response body. It distinguishes the application's responses from a proxy's. */
export const applicationBody = JSON.stringify({
  application: 'bench',
  items: Array.from({ length: 16 }, (_, index) => ({ id: index, name: `An item of the list` })),
})
