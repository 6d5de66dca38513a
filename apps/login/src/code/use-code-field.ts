import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { cleanCode, codeLength } from './verification-code.ts'

interface CodeFieldOptions {
  /** The number of messages that were sent. Each one empties the field, because it has another code. */
  messages: number
  /** The number of rejected codes. Each one selects the field's content. */
  attempt: number
  /** Whether the last attempt was rejected. */
  isRejected: boolean
  /** Whether the field takes the focus. Not if there is something to do before. */
  takesFocus?: boolean
  /** Called with a whole code, or with what there is when the form is sent. */
  enter: (code: string) => void
}

/** What the forms for a code have in common: a field that is read and sent by itself as soon as the code is whole. */
export function useCodeField(options: CodeFieldOptions) {
  const { messages, attempt, isRejected, takesFocus = true, enter } = options
  const field = useRef<HTMLInputElement>(null)
  /** The number of messages when the user began to enter the code. */
  const enteredFor = useRef(-1)
  const [correctedAt, setCorrectedAt] = useState(-1)

  useEffect(() => {
    if (!field.current || enteredFor.current === messages) return
    enteredFor.current = messages
    field.current.value = ''
    if (takesFocus) field.current.focus()
  }, [messages, takesFocus])

  useEffect(() => {
    if (attempt > 0 && isRejected) field.current?.select()
  }, [attempt, isRejected])

  const read = (): string => cleanCode(field.current?.value ?? '')

  const tidy = (): void => {
    const code = read()
    if (field.current && field.current.value !== code) field.current.value = code
    setCorrectedAt(attempt)
    if (code.length === codeLength) enter(code)
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    enter(read())
  }

  /** Once the user has changed a rejected code, its error is no longer shown. */
  const isCorrected = correctedAt === attempt
  return { field, isCorrected, tidy, submit }
}
