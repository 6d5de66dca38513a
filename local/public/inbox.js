const REFRESH_MS = 1000

const byId = (id) => document.getElementById(id)
const list = byId('messages')
const shown = new Set()

function show({ id, to, code, receivedAt }) {
  const item = byId('sms').content.cloneNode(true)
  const time = item.querySelector('time')
  item.querySelector('.to').textContent = to
  item.querySelector('code').textContent = code
  time.dateTime = receivedAt
  time.textContent = new Date(receivedAt).toLocaleTimeString()
  list.prepend(item)
  shown.add(id)
}

async function refresh() {
  try {
    const response = await fetch('/local/inbox/messages')
    const { messages } = await response.json()
    // Newest first: the oldest of those not shown goes in first.
    for (const message of messages.toReversed()) if (!shown.has(message.id)) show(message)
    byId('empty').hidden = shown.size > 0
    byId('offline').hidden = true
  } catch {
    byId('offline').hidden = false
  }
  setTimeout(() => void refresh(), REFRESH_MS)
}

void refresh()
