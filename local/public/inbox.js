const REFRESH_MS = 1000

const byId = (id) => document.getElementById(id)
const list = byId('messages')
const shown = new Set()

const fill = {
  sms: (item, { code }) => {
    item.querySelector('code').textContent = code
  },
  mail: (item, { subject, text, html, links }) => {
    item.querySelector('h2').textContent = subject
    item.querySelector('pre').textContent = text
    for (const address of links) item.querySelector('.links').append(linkTo(address))
    // The frame is sandboxed: it has no scripts, no forms and a separate origin, and its links do not work.
    const frame = item.querySelector('iframe')
    frame.title = subject
    const details = frame.closest('details')
    // A closed frame has no width, so the email is laid out when the frame opens.
    const open = () => {
      frame.srcdoc = html
    }
    if (html === null) details.remove()
    else details.addEventListener('toggle', open, { once: true })
  },
}

function linkTo(address) {
  const link = document.createElement('a')
  link.href = address
  link.textContent = address
  const item = document.createElement('li')
  item.append(link)
  return item
}

function show(message) {
  const item = byId(message.channel).content.cloneNode(true)
  const time = item.querySelector('time')
  item.querySelector('.to').textContent = message.to
  time.dateTime = message.receivedAt
  time.textContent = new Date(message.receivedAt).toLocaleTimeString()
  fill[message.channel](item, message)
  list.prepend(item)
  shown.add(message.id)
}

/** The codes change, so the items stay and only their texts are replaced. */
function showAuthenticators(authenticators) {
  const list = byId('authenticators')
  byId('apps').hidden = authenticators.length === 0
  for (const [index, { account, secret, code }] of authenticators.entries()) {
    if (!list.children[index]) list.append(byId('authenticator').content.cloneNode(true))
    const item = list.children[index]
    const texts = { '.to': account, '.code': code, '.secret': secret }
    for (const [part, text] of Object.entries(texts)) {
      const place = item.querySelector(part)
      if (place.textContent !== text) place.textContent = text
    }
  }
}

async function refresh() {
  try {
    const response = await fetch('/local/inbox/messages')
    const { messages } = await response.json()
    const apps = await fetch('/local/inbox/authenticators')
    showAuthenticators((await apps.json()).authenticators)
    // The list shows the newest message first, so new messages are inserted from the oldest to the newest.
    for (const message of messages.toReversed()) if (!shown.has(message.id)) show(message)
    byId('empty').hidden = shown.size > 0
    byId('offline').hidden = true
  } catch {
    byId('offline').hidden = false
  }
  setTimeout(() => void refresh(), REFRESH_MS)
}

void refresh()
