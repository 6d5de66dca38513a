/*
 * What the identity emulator's account page does when an account was chosen: it hands the event to the SDK. For a
 * redirect, through the storage of the tab. For a pop-up, through the SDK's frame in the page that has opened it.
 */
;(() => {
  const { storageKey, redirectUrl, event } = JSON.parse(document.body.dataset.event)
  if (redirectUrl !== null) {
    sessionStorage.setItem(`firebase:redirectEvent:${storageKey}`, JSON.stringify(event))
    location.replace(redirectUrl)
    return
  }
  const message = {
    data: { authEvent: event, storageKey },
    eventId: String(Date.now()),
    eventType: 'sendAuthEvent',
  }
  const { frames } = window.opener
  for (let index = 0; index < frames.length; index += 1) {
    const frame = frames[index]
    const query = new URLSearchParams(frame.location.search)
    if (`${query.get('apiKey')}:${query.get('appName')}` === storageKey) {
      frame.postMessage(message, location.origin)
    }
  }
})()
