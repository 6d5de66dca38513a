import { createLatePart } from './late-part.tsx'

export const phoneScreen = createLatePart(async () => {
  const { PhoneScreen } = await import('../phone/phone-part.ts')
  return PhoneScreen
})

export const inAppNotice = createLatePart(async () => {
  const { InAppNotice } = await import('./sign-in/in-app-notice.tsx')
  return InAppNotice
})
