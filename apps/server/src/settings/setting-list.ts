import * as v from 'valibot'

/** A comma-separated list. Empty if the variable is not set. */
export const settingList = (isItem: (item: string) => boolean, message: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(/[\s,]+/).filter((item) => item !== '')),
    v.everyItem(isItem, message),
  )
