import { createLatePart } from './late-part.tsx'

export const phoneScreen = createLatePart(async () => {
  const { PhoneScreen } = await import('../phone/phone-part.ts')
  return PhoneScreen
})

const loadSignInLinkPart = () => import('../sign-in-link/sign-in-link-part.ts')
export const linkSteps = createLatePart(async () => (await loadSignInLinkPart()).LinkSteps)
export const noticeView = createLatePart(async () => (await loadSignInLinkPart()).NoticeView)
export const arrivedLinkScreen = createLatePart(
  async () => (await loadSignInLinkPart()).ArrivedLinkScreen,
)

export async function loadSignInLinkScreens(): Promise<void> {
  await Promise.all([linkSteps, noticeView, arrivedLinkScreen].map((part) => part.load()))
}

export const inAppNotice = createLatePart(async () => {
  const { InAppNotice } = await import('../sign-in/views/in-app-notice.tsx')
  return InAppNotice
})
