import { describe, expect, it } from 'vitest'
import { inAppBrowserOf } from './in-app-browser.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36'
const androidChrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36'

describe('browsers inside another app', () => {
  it.each([
    ['Instagram', `${iPhone} Mobile/21F79 Instagram 333.0.0.33.90 (iPhone14,2; iOS 17_5)`],
    ['LinkedIn', `${iPhone} Mobile/15E148 Safari/604.1 [LinkedInApp]/9.29.5268`],
    ['Facebook', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.39.74;FBDV/iPhone14,2]`],
    ['TikTok', `${iPhone} Mobile/15E148 musical_ly_34.7.0 JsSdk/2.0 BytedanceWebview/d8a21c6`],
    ['WeChat', `${iPhone} Mobile/15E148 MicroMessenger/8.0.49(0x1800312b) NetType/WIFI`],
    ['Line', `${iPhone} Mobile/15E148 Safari Line/14.8.0`],
    ['Snapchat', `${iPhone} Version/17.5 Mobile/15E148 Snapchat/12.86.0.39 (like Safari/8617)`],
    ['Twitter', `${iPhone} Mobile/21F79 Twitter for iPhone/10.44`],
    ['any app of an iPhone', `${iPhone} Mobile/15E148`],
    [
      'any app of an iPad that looks like a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    ],
  ])('a browser inside another app is recognised: %s', (_app, userAgent) => {
    expect(inAppBrowserOf({ userAgent })).toEqual({ opensOtherApps: false })
  })

  it.each([
    ['any app of Android', android],
    ['Instagram of Android', `${android} Instagram 333.0.0.42.91 Android (34/14; 420dpi)`],
    ['Facebook of Android', `${android} [FB_IAB/FB4A;FBAV/465.0.0.62.79;]`],
    ['Twitter of Android', `${androidChrome} TwitterAndroid`],
  ])(
    'a browser inside another app whose links open the user’s own browser is recognised: %s',
    (_app, userAgent) => {
      expect(inAppBrowserOf({ userAgent })).toEqual({ opensOtherApps: true })
    },
  )

  it('WeChat on Android is recognised as an app whose links open no other browser', () => {
    const userAgent = `${android} MicroMessenger/8.0.49.2600`
    expect(inAppBrowserOf({ userAgent })).toEqual({ opensOtherApps: false })
  })
})

describe('other browsers', () => {
  it.each([
    ['Safari on iPhone', `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`],
    ['Chrome on iPhone', `${iPhone} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`],
    ['Firefox on iPhone', `${iPhone} FxiOS/126.0 Mobile/15E148 Safari/605.1.15`],
    ['the Google app on iPhone', `${iPhone} GSA/317.0.634488990 Mobile/15E148 Safari/604.1`],
    ['Chrome on Android', androidChrome],
    [
      'Samsung Internet',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    ],
    ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0'],
    [
      'Safari on Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    ],
    [
      'Edge on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0',
    ],
    ['an unknown one', ''],
  ])('%s is not a browser inside another app', (_browser, userAgent) => {
    expect(inAppBrowserOf({ userAgent })).toBeNull()
  })

  it('a page on the home screen of an iPhone is not inside another app', () => {
    expect(inAppBrowserOf({ userAgent: `${iPhone} Mobile/15E148`, standalone: true })).toBeNull()
  })
})
