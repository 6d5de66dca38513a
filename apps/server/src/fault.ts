/** A setting that cannot be used, named so that an operator finds it. The value itself is never repeated. */
export interface Fault {
  key: string
  message: string
}
