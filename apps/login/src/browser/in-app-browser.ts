/** A browser inside another app. Google refuses sign-ins there (RD-06). */
export interface InAppBrowser {
  /** Whether an Android intent link can open the user's own browser. */
  opensOtherApps: boolean
}

const apps =
  /Instagram|LinkedInApp|FBAN|FBAV|FB_IAB|TikTok|musical_ly|Bytedance|MicroMessenger|\bLine\/|Snapchat|Twitter/
const androidWebView = /; wv\)/
/** Every browser on Apple's systems has Safari in its user agent. The browser inside an app has not. */
const appleWebView = /(?:iPhone|iPad|iPod|Macintosh)(?!.*\bSafari\/).*AppleWebKit\//

/** @param standalone whether it is a page on the home screen of an iPhone, which has the same user agent as an app */
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
  // WeChat does not open links in other apps.
  return { opensOtherApps: userAgent.includes('Android') && !userAgent.includes('MicroMessenger') }
}
