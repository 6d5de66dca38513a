import { createLatePart } from './late-part.tsx'

export const phoneScreen = createLatePart(async () => {
  const { PhoneScreen } = await import('../phone/phone-part.ts')
  return PhoneScreen
})

export const passwordScreen = createLatePart(async () => {
  const { PasswordScreen } = await import('../password/password-part.ts')
  return PasswordScreen
})

export const newPasswordScreen = createLatePart(async () => {
  const { NewPasswordScreen } = await import('../password/password-part.ts')
  return NewPasswordScreen
})

const loadSignInLinkPart = () => import('../sign-in-link/sign-in-link-part.ts')
export const linkSteps = createLatePart(async () => (await loadSignInLinkPart()).LinkSteps)
export const noticeView = createLatePart(async () => (await loadSignInLinkPart()).NoticeView)
export const arrivedLinkScreen = createLatePart(
  async () => (await loadSignInLinkPart()).ArrivedLinkScreen,
)

export const secondFactorScreen = createLatePart(async () => {
  const { SecondFactorScreen } = await import('../second-factor/second-factor-part.ts')
  return SecondFactorScreen
})

export const rejectionDetails = createLatePart(async () => {
  const { RejectionDetails } = await import('../rejection/rejection-part.ts')
  return RejectionDetails
})

export const confirmAccountScreen = createLatePart(async () => {
  const { ConfirmAccountScreen } = await import('../custom-token/confirm-account-screen.tsx')
  return ConfirmAccountScreen
})

export async function loadSignInLinkScreens(): Promise<void> {
  const parts = [linkSteps, noticeView, arrivedLinkScreen, confirmAccountScreen]
  await Promise.all(parts.map((part) => part.load()))
}

export const emailLinkScreen = createLatePart(async () => {
  const { EmailLinkScreen } = await import('../email-link/email-link-part.ts')
  return EmailLinkScreen
})

export const openedEmailLinkScreen = createLatePart(async () => {
  const { OpenedEmailLinkScreen } = await import('../email-link/email-link-part.ts')
  return OpenedEmailLinkScreen
})

export const findCompanyScreen = createLatePart(async () => {
  const { FindCompanyScreen } = await import('../discovery/discovery-part.ts')
  return FindCompanyScreen
})

export const inAppNotice = createLatePart(async () => {
  const { InAppNotice } = await import('../sign-in/views/in-app-part.ts')
  return InAppNotice
})
