#!/usr/bin/python3
"""Minimal WebKitGTK browser for WebKitWebDriver.

MiniBrowser cannot be as narrow as a phone, keeps no profile under automation, and hides the page's console.
Prints one JSON object per line: {"pid"} at start, then {"window", "complaint"}, with windows counted from 0.
"""
import argparse
import json
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--profile", help="folder of cookies and storage; without it, windows are private")
parser.add_argument("--downloads", help="folder for downloads")
parser.add_argument("--off", default="", help="WebKit features to disable, separated by commas")
options = parser.parse_args()

WIDTH, HEIGHT = 390, 844

# WebDriver has no command for the console.
REPORT = """
(() => {
	// WebKit shows plain text with an inline style.
	if (document.contentType === 'text/plain') return
	const report = (...parts) =>
		webkit.messageHandlers.complaint.postMessage(`${parts.join(' ')} (${location.href})`)
	const text = (value) => {
		if (value instanceof Error) return `${value}\\n${value.stack}`
		try { return typeof value === 'object' ? JSON.stringify(value) : String(value) } catch { return '(value)' }
	}
	const log = console.error
	console.error = (...values) => {
		report('console:', ...values.map(text))
		log.apply(console, values)
	}
	addEventListener('error', ({ message, filename, lineno, target }) => {
		// WebKit's report of a worker registration that a navigation interrupts. Errors of the app have a file.
		if (message === 'Script error.') return
		if (message !== undefined) report('uncaught:', message, filename, lineno)
		else report('Failed to load resource:', target.src || target.href)
	}, true)
	addEventListener('unhandledrejection', ({ reason }) => report('unhandled rejection:', text(reason)))
	addEventListener('securitypolicyviolation', (event) =>
		report('CSP:', event.effectiveDirective, event.blockedURI, event.sourceFile, event.lineNumber, event.sample))
})()
"""


def tell(**message):
    print(json.dumps(message), flush=True)


def make_context():
    if options.profile is None:
        return WebKit2.WebContext.new_ephemeral()
    folder = os.path.abspath(options.profile)
    data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=os.path.join(folder, "cache"))
    return WebKit2.WebContext(website_data_manager=data)


def make_settings():
    settings = WebKit2.Settings()
    settings.set_javascript_can_open_windows_automatically(True)
    features = WebKit2.Settings.get_all_features()
    by_name = {feature.get_identifier(): feature for feature in map(features.get, range(features.get_length()))}
    for name in filter(None, options.off.split(",")):
        settings.set_feature_enabled(by_name[name], False)
    return settings


def make_content(window):
    """Each window has its own script messages, which name no window themselves."""
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("complaint")
    content.connect(
        "script-message-received::complaint",
        lambda _content, result: tell(window=window, complaint=result.get_js_value().to_string()),
    )
    content.add_script(
        WebKit2.UserScript.new(
            REPORT,
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    return content


class Browser:
    def __init__(self):
        # WebKit reports this setting as `prefers-reduced-motion`.
        Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
        self.settings = make_settings()
        self.context = make_context()
        self.context.set_automation_allowed(True)
        self.context.set_preferred_languages(["en-US"])
        self.context.connect("automation-started", self.start)
        self.context.connect("download-started", self.download)
        self.windows = 0

    def start(self, _context, session):
        info = WebKit2.ApplicationInfo()
        info.set_name("engine-test")
        session.set_application_info(info)
        session.connect("create-web-view", self.open)

    def open(self, _session):
        view = WebKit2.WebView(
            web_context=self.context,
            settings=self.settings,
            user_content_manager=make_content(self.windows),
            is_controlled_by_automation=True,
        )
        self.windows += 1
        window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT, decorated=False)
        window.add(view)
        window.show_all()
        view.connect("close", lambda _view: window.destroy())
        return view

    def download(self, _context, download):
        if options.downloads is None:
            return
        folder = os.path.abspath(options.downloads)

        def choose(item, name):
            item.set_destination(f"file://{folder}/{name}")
            return True

        download.connect("decide-destination", choose)


tell(pid=os.getpid())
browser = Browser()
Gtk.main()
