import * as v from 'valibot'

/** Only the browser that has requested a code knows this text, so only there the code is valid. */
export const browserSecret = v.pipe(v.string(), v.regex(/^[\w-]{22,128}$/))

export const codeLength = 6

/** A code from an email, or from the browser in which a link was opened. */
export const emailCode = v.pipe(v.string(), v.regex(/^\d{6}$/))
