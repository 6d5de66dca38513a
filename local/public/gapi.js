/*
 * Stands in for https://apis.google.com/js/api.js on a machine without a network: the part of
 * `gapi.iframes` that the identity SDK and the emulator's helper frame use to talk to each other.
 * Both are of this origin here, so messages from elsewhere are not heard.
 */
;(() => {
  const PROTOCOL = 'foyer-gapi'

  /** The SDK's callback throws after it has done its work. The original script also ignores that error. */
  function answer(callback, results) {
    try {
      callback?.(results)
    } catch {}
  }

  /** One end of the communication between a page and a frame in it. */
  class Channel {
    #peer
    #handlers = new Map()
    #callbacks = new Map()
    /**
     * Calls that arrived before their handler was registered, and calls made before the other end was ready.
     */
    #unheard = []
    #unsent = []
    #isOpen = false
    #lastId = 0
    #opened
    #open

    constructor(peer) {
      this.#peer = peer
      this.#opened = new Promise((resolve) => {
        this.#open = resolve
      })
      window.addEventListener('message', (event) => {
        if (event.origin !== location.origin || event.source !== peer()) return
        if (event.data?.protocol === PROTOCOL) void this.#receive(event.data)
      })
    }

    /** Tells the other end that this one is ready. The other end does the same. */
    greet(isAnswer = false) {
      this.#post({ kind: 'hello', isAnswer })
    }

    register(name, handler) {
      this.#handlers.set(name, handler)
      const waiting = this.#unheard.filter((call) => call.name === name)
      this.#unheard = this.#unheard.filter((call) => call.name !== name)
      for (const call of waiting) void this.#receive(call)
    }

    send(name, data, callback) {
      const id = (this.#lastId += 1)
      if (callback) this.#callbacks.set(id, callback)
      const call = { kind: 'call', id, name, data }
      if (this.#isOpen) this.#post(call)
      else this.#unsent.push(call)
    }

    ping() {
      return this.#opened
    }

    async restyle() {}

    async #receive(message) {
      if (message.kind === 'hello') {
        if (!message.isAnswer) this.greet(true)
        this.#isOpen = true
        this.#open()
        for (const call of this.#unsent.splice(0)) this.#post(call)
      } else if (message.kind === 'reply') {
        const callback = this.#callbacks.get(message.id)
        this.#callbacks.delete(message.id)
        answer(callback, message.results)
      } else if (this.#handlers.has(message.name)) {
        const result = await this.#handlers.get(message.name)(message.data)
        this.#post({ kind: 'reply', id: message.id, results: [result] })
      } else {
        this.#unheard.push(message)
      }
    }

    #post(message) {
      this.#peer()?.postMessage({ protocol: PROTOCOL, ...message }, location.origin)
    }
  }

  function openFrame({ where, url, attributes = {} }, onOpened) {
    const frame = document.createElement('iframe')
    const { style, ...others } = attributes
    Object.assign(frame.style, style)
    for (const [name, value] of Object.entries(others)) frame.setAttribute(name, value)
    frame.src = url
    const channel = new Channel(() => frame.contentWindow)
    where.append(frame)
    return Promise.resolve(onOpened(channel))
  }

  let parentChannel
  function getParentIframe() {
    if (!parentChannel) {
      parentChannel = new Channel(() => window.parent)
      parentChannel.greet()
    }
    return parentChannel
  }

  window.gapi = {
    load: (_name, options) => (typeof options === 'function' ? options() : options.callback()),
    iframes: {
      Iframe: Channel,
      CROSS_ORIGIN_IFRAMES_FILTER: 'same-origin-only',
      getContext: () => ({ open: openFrame, getParentIframe }),
    },
  }

  const onload = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload'
  window[onload]?.()
})()
