import type { Page } from 'playwright/test'

type Role = Parameters<Page['getByRole']>[0]

interface RoleOptions {
	readonly name?: string | RegExp
	/** False, the default, also finds names that contain `name` in any case. */
	readonly exact?: boolean
	/** Level of a heading. */
	readonly level?: number
}

interface Finds {
	getByRole(role: Role, options?: RoleOptions): Found
	getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Found
	locator(css: string): Found
}

/** The part of Playwright's Locator that every driver has. Actions wait for exactly one visible element. */
export interface Found extends Finds {
	click(): Promise<void>
	/** Replaces the text of a field. */
	fill(text: string): Promise<void>
	press(key: string): Promise<void>
	/** Waits until the element is visible. */
	waitFor(): Promise<void>
	count(): Promise<number>
	textContent(): Promise<string | null>
	isVisible(): Promise<boolean>
	getAttribute(name: string): Promise<string | null>
	first(): Found
	nth(index: number): Found
}

/** The part of Playwright's Page that every driver has. Helpers that take it need no CDP and run in every engine. */
export interface DrivenPage extends Finds {
	/** @param url may be relative to the page before. */
	goto(url: string): Promise<unknown>
	reload(): Promise<unknown>
	goBack(): Promise<unknown>
	goForward(): Promise<unknown>
	url(): string | Promise<string>
	getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): Found
	/** Runs a function in the page. It uses its argument and nothing else from outside. */
	evaluate<Result, Argument>(
		body: (argument: Argument) => Result | Promise<Result>,
		argument: Argument,
	): Promise<Result>
	evaluate<Result>(body: () => Result | Promise<Result>): Promise<Result>
	/** Waits until a function in the page returns something true. */
	waitForFunction<Argument>(
		body: (argument: Argument) => unknown,
		argument: Argument,
	): Promise<unknown>
	waitForFunction(body: () => unknown): Promise<unknown>
	readonly keyboard: { press(key: string): Promise<void> }
	screenshot(options: { readonly path: string }): Promise<unknown>
}

export interface EnginePage extends DrivenPage {
	url(): Promise<string>
	/** Shows this tab. Firefox draws no other. */
	bringToFront(): Promise<void>
	/** Drags an element with a finger. */
	swipe(found: Found, to: 'left' | 'right' | 'up'): Promise<void>
	/** Console errors, uncaught errors, and violations of CSP and Trusted Types since the page was opened. */
	complaints(): Promise<readonly string[]>
}

export interface EngineBrowser {
	/** First tab. */
	readonly page: EnginePage
	newTab(): Promise<EnginePage>
	quit(): Promise<void>
}

export interface LaunchOptions {
	/** Folder of the profile, which survives `quit`. */
	readonly profile?: string
	/** Opens a private window. */
	readonly private?: boolean
	/** Features that the browser refuses. */
	readonly off?: readonly ('IndexedDB' | 'serviceWorker')[]
	/** Folder for downloads. */
	readonly downloads?: string
}

export interface Engine {
	readonly name: 'firefox' | 'webkit'
	/** Launches without options may share a process, but no storage. */
	launch(options?: LaunchOptions): Promise<EngineBrowser>
	/** Ends what launches share. */
	stop(): Promise<void>
}
