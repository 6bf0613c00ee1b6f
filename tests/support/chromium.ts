import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Chromium without the window around the pages, as Playwright's own is: the same engine for a fifth less processor. */
const SHELL = 'chromium-headless-shell'

const MISSING = `The browser tests need Chromium, and none could be installed. Install it (Debian: apt-get install chromium;
elsewhere: npx playwright install chromium), or name one: CHROMIUM_PATH=/path/to/chromium`

/** What Playwright turns off by itself. It has to be said again: of several such lists Chromium heeds the last alone. */
const OFF_BY_PLAYWRIGHT = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsUpgrades',
	'HttpsFirstBalancedModeAutoEnable',
	'LensOverlay',
	'MediaRouter',
	'PaintHolding',
	'ThirdPartyStoragePartitioning',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'TcpPortRandomizationWin',
	'OptimizationHints',
	'NetworkTimeServiceQuerying',
	'AimEnabled',
	'PreconnectToSearch',
	'msForceBrowserSignIn',
	'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * The list under the address bar, which no test sees: with it each window has two more renderers, dearer than the page.
 * And the renderer that is kept ready for a page that no test opens.
 */
const SPARE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Keeps a browser under test to itself: no first-run pages, no updates, no calls of its own. */
const ARGS = [
	// Containers have neither user namespaces nor another user than root.
	'--no-sandbox',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	`--disable-features=${[...OFF_BY_PLAYWRIGHT, ...SPARE].join(',')}`,
]

type Wanted = 'whole' | 'shell'

export interface Chromium {
	/** What to launch; undefined lets Playwright launch its own. */
	readonly executablePath: string | undefined
	readonly args: string[]
}

const onPath = (names: string[]): string | undefined =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((path) => existsSync(path))

/** CHROMIUM_PATH, else Playwright's own, else the system's; null where there is none. */
const find = (wanted: Wanted): Pick<Chromium, 'executablePath'> | null => {
	const given = process.env.CHROMIUM_PATH
	if (given) {
		if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names no file: ${given}`)
		return { executablePath: given }
	}
	if (existsSync(chromium.executablePath())) return { executablePath: undefined }
	const executablePath = (wanted === 'shell' && onPath([SHELL])) || onPath(NAMES)
	return executablePath === undefined ? null : { executablePath }
}

const INSTALLERS: readonly (readonly (readonly [string, ...string[]])[])[] = [
	[['npx', 'playwright', 'install', 'chromium']],
	[
		['apt-get', 'update'],
		['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium'],
	],
]

/** The reasons why nothing could be installed; empty when something was. */
const install = (): unknown[] => {
	const failures: unknown[] = []
	for (const commands of INSTALLERS) {
		try {
			for (const [command, ...args] of commands) {
				// What an installer says is no output of the tests.
				execFileSync(command, args, { stdio: ['ignore', 2, 2] })
			}
			return []
		} catch (error) {
			failures.push(error)
		}
	}
	return failures
}

/**
 * The Chromium to launch, installed first where there is none.
 *
 * @param wanted `shell`: the system's may be the one without a window, for tests that need no more than pages
 */
export const findChromium = (wanted: Wanted = 'whole'): Chromium => {
	const found = find(wanted)
	if (found) return { ...found, args: ARGS }
	const failures = install()
	const installed = find(wanted)
	if (!installed) throw new AggregateError(failures, MISSING)
	return { ...installed, args: ARGS }
}
