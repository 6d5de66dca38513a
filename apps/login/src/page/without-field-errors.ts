import type { Screen } from '../sign-in/screen.ts'

/**
 * The screen without the errors of its fields. They belong to the last attempt, and the next one may fail for another
 * reason: two messages would contradict each other.
 */
export function withoutFieldErrors<Shown extends Screen>(screen: Shown): Shown {
  if (screen.name === 'newPassword') return { ...screen, refusal: null }
  return 'step' in screen ? { ...screen, step: withoutErrors(screen.step) } : screen
}

function withoutErrors<Step extends object>(step: Step): Step {
  return {
    ...step,
    ...('error' in step && { error: null }),
    ...('errors' in step && { errors: {} }),
    // The steps of a text message, as part of a second factor.
    ...('phone' in step && { phone: withoutErrors(step.phone as object) }),
    ...('message' in step && { message: withoutErrors(step.message as object) }),
  }
}
