/** Our logo: three arches, one behind the other, and a door at the end. It has the colour of the text. */
export const mark = {
  viewBox: '0 0 48 48',
  strokeWidth: 3,
  door: 'M20 43V27a4 4 0 0 1 8 0v16z',
  arches: ['M13.5 43V26.5a10.5 10.5 0 0 1 21 0V43', 'M5.5 43V23.5a18.5 18.5 0 0 1 37 0V43'],
} as const
