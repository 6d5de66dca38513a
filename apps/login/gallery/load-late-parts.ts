import {
  emailLinkScreen,
  findCompanyScreen,
  inAppNotice,
  loadSignInLinkScreens,
  newPasswordScreen,
  openedEmailLinkScreen,
  passwordScreen,
  phoneScreen,
  rejectionDetails,
  secondFactorScreen,
} from '../src/page/late-parts.tsx'
import { loadMarks } from '../src/ui/provider-mark.tsx'

const late = [
  emailLinkScreen,
  openedEmailLinkScreen,
  findCompanyScreen,
  inAppNotice,
  phoneScreen,
  rejectionDetails,
  passwordScreen,
  newPasswordScreen,
  secondFactorScreen,
]

/** Loads what the page fetches only when it is needed. */
export async function loadLateParts(): Promise<void> {
  await Promise.all([...late.map((part) => part.load()), loadSignInLinkScreens(), loadMarks()])
}
