/** A browser inside another app. Google refuses to sign anybody in there (RD-06). */
export interface InAppBrowser {
  /** A link of Android's own kind leads out of it. */
  opensOtherApps: boolean
}

const apps =
  /Instagram|LinkedInApp|FBAN|FBAV|FB_IAB|TikTok|musical_ly|Bytedance|MicroMessenger|\bLine\/|Snapchat|Twitter/
const androidWebView = /; wv\)/
/** Every browser of Apple's systems calls itself Safari too; what an app has built in does not. */
const appleWebView = /(?:iPhone|iPad|iPod|Macintosh)(?!.*\bSafari\/).*AppleWebKit\//

/** @param standalone of a page on the home screen of an iPhone, which looks like an app from inside */
export function inAppBrowserOf({
  userAgent,
  standalone = false,
}: {
  userAgent: string
  standalone?: boolean
}): InAppBrowser | null {
  const isInApp =
    apps.test(userAgent) ||
    androidWebView.test(userAgent) ||
    (appleWebView.test(userAgent) && !standalone)
  if (!isInApp) return null
  // WeChat keeps its users.
  return { opensOtherApps: userAgent.includes('Android') && !userAgent.includes('MicroMessenger') }
}
