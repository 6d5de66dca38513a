import '@babel/polyfill'
import bootstrapStyles from 'bootstrap/dist/css/bootstrap.min.css'
import { auth as firebaseui } from 'firebaseui'
import firebaseuiStyles from 'firebaseui/dist/firebaseui.css'
import { Authentication } from 'gcip-iap'

// The parts of Google's hosted page for external identities, in the same order: one script in the head contains the
// styles, reads the configuration when the document has loaded, and passes it to FirebaseUI's handler.

for (const styles of [bootstrapStyles, firebaseuiStyles]) {
  document.head.append(Object.assign(document.createElement('style'), { textContent: styles }))
}

document.addEventListener('DOMContentLoaded', () => {
  const request = new XMLHttpRequest()
  request.open('GET', '/config')
  request.responseType = 'json'
  request.addEventListener('load', () => begin(request.response as Record<string, object>))
  request.send()
})

function begin(config: Record<string, object>): void {
  document.querySelector('#loading-spinner')?.remove()
  const container = document.querySelector('#firebaseui-container')
  if (!container) throw new Error('The page has no place for the sign-in.')
  const handler = new firebaseui.FirebaseUiHandler(container, config)
  void new Authentication(handler).start()
}
