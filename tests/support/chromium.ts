import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Headless Chromium without browser UI: the same engine with a fifth less CPU. */
const SHELL = 'chromium-headless-shell'

const MISSING = `The browser tests need Chromium, and none could be installed. Install it (Debian: apt-get install chromium;
elsewhere: npx playwright install chromium), or name one: CHROMIUM_PATH=/path/to/chromium`

/** Features that Playwright disables. Repeated here, because Chromium honors only the last `--disable-features`. */
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

/** Disables the address bar's popups, each a renderer that costs more than the page, and the spare renderer. */
const SPARE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Disables first-run pages, updates, and background requests. */
const ARGS = [
	// Containers run as root without user namespaces, which the sandbox needs.
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
	/** Undefined for Playwright's own build. */
	readonly executablePath: string | undefined
	readonly args: string[]
}

const onPath = (names: string[]): string | undefined =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((path) => existsSync(path))

/** Finds Chromium: CHROMIUM_PATH, then Playwright's, then the system's. */
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

/** @returns the errors if every installer failed, else an empty list. */
const install = (): unknown[] => {
	const failures: unknown[] = []
	for (const commands of INSTALLERS) {
		try {
			for (const [command, ...args] of commands) {
				// Keep the installer's output out of the tests' stdout.
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
 * Finds Chromium, and installs it if missing.
 * @param wanted `shell` also accepts a system build without browser UI.
 */
export const findChromium = (wanted: Wanted = 'whole'): Chromium => {
	const found = find(wanted)
	if (found) return { ...found, args: ARGS }
	const failures = install()
	const installed = find(wanted)
	if (!installed) throw new AggregateError(failures, MISSING)
	return { ...installed, args: ARGS }
}
