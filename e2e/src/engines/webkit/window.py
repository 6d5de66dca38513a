#!/usr/bin/python3
"""A WebKitGTK window without a toolbar, for WebKitWebDriver.

MiniBrowser, which comes with the driver, is at least 447 px wide, and shows the console to nobody. This window can be
as narrow as a phone, and writes what the page reports to its standard output, one JSON object per line.
"""
import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

OPTIONS = "--options="
options = next(json.loads(a[len(OPTIONS) :]) for a in sys.argv if a.startswith(OPTIONS))

# Runs before the scripts of each document.
REPORT = """(() => {
  const { report } = window.webkit.messageHandlers
  const send = (type, text) =>
    report.postMessage(JSON.stringify({ type, text, url: location.href }))
  addEventListener('error', (event) => event.message && send('pageerror', event.message))
  addEventListener('unhandledrejection', ({ reason }) => send('pageerror', String(reason)))
  for (const type of ['error', 'warn']) {
    const write = console[type]
    console[type] = (...parts) => {
      send(type, parts.map(String).join(' '))
      write.apply(console, parts)
    }
  }
})()"""


def report(_manager, result):
    sys.stdout.write(result.get_js_value().to_string() + "\n")
    sys.stdout.flush()


settings = Gtk.Settings.get_default()
settings.set_property("gtk-application-prefer-dark-theme", options["isDark"])
# The page is told that the user prefers reduced motion, as in Firefox.
settings.set_property("gtk-enable-animations", False)
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(options["languages"])
data = context.get_website_data_manager()
data.set_itp_enabled(options["preventsTracking"])
data.set_network_proxy_settings(
    WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(options["proxy"], None)
)


def open_window(opener=None):
    manager = WebKit2.UserContentManager()
    manager.register_script_message_handler("report")
    manager.connect("script-message-received::report", report)
    for script in [REPORT, *options["scripts"]]:
        manager.add_script(
            WebKit2.UserScript.new(
                script,
                WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
    origin = {"web_context": context} if opener is None else {"related_view": opener}
    view = WebKit2.WebView(
        user_content_manager=manager, is_controlled_by_automation=True, **origin
    )
    if options["userAgent"]:
        view.get_settings().set_property("user-agent", options["userAgent"])
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(options["width"], options["height"])
    window.add(view)
    window.show_all()
    view.connect("create", lambda parent, _action: open_window(parent))
    view.connect("close", lambda _view: window.destroy())
    view.grab_focus()
    return view


def start(_context, session):
    information = WebKit2.ApplicationInfo.new()
    information.set_name("window")
    session.set_application_info(information)
    session.connect("create-web-view", lambda _session: open_window())


context.connect("automation-started", start)
GLib.MainLoop().run()
