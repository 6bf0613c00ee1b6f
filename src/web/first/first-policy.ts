import type { TestSession } from '#contract/test-session.ts'
import { READABLE_MS, RESPONSE_TIME_CAP_MS, TEST_POLICIES } from '#domain/limits.ts'
import { START_BODY, sidesOf } from '#domain/test-start.ts'
import { initialsOf, sizeOf } from './looks.ts'

// Runs before the app and without it, because a slow phone takes seconds to load the app. On a first visit it starts the
// knowledge test and draws its first policy. The app continues that test, and stores a guess made meanwhile.

const configured: string | undefined = import.meta.env.VITE_API_BASE
/** Path or origin with path of the API, without a trailing slash. */
export const API_BASE = (configured || '/api').replace(/\/+$/, '')

/** Timeout of the start in ms, as in the app. */
const TIMEOUT_MS = 20_000

interface FirstGuess {
	readonly policyId: string
	readonly candidateId: string
	/** 0 if the page was hidden meanwhile. */
	readonly responseTimeMs: number
}

interface View {
	readonly page: HTMLElement
	/** Null until the reply is there. The page shows its header only. */
	sessionId: string | null
	guess: FirstGuess | null
}

/** Start that was sent. Its key is the app's next one, and its reply that of the app's call with this key. */
let start: { readonly key: string; readonly reply: Promise<Response> } | null = null
/** The app has asked for it. No start is sent any more. */
let isStartTaken = false
let isReplyTaken = false
let view: View | null = null
let isOver = false
/** The policy on screen, and when it appeared by `performance.now()`. Null once the page was hidden. */
let seen: { readonly policyId: string; readonly since: number } | null = null

/** Returns the idempotency key of the start that was sent, once. Null if there is none. */
export const takeFirstStart = (): string | null => {
	const taken = isStartTaken ? null : start
	isStartTaken = true
	return taken?.key ?? null
}

/** Returns the reply to the start that was sent, once, for a request with its key. */
export const takeFirstReply = (request: RequestInit | undefined): Promise<Response> | null => {
	if (start === null || isReplyTaken) return null
	if (new Headers(request?.headers).get('idempotency-key') !== `"${start.key}"`) return null
	isReplyTaken = true
	return start.reply
}

/** Time for which a policy was already visible when the app drew it, in ms. */
export const seenMs = (policyId: string | null): number =>
	seen !== null && seen.policyId === policyId ? performance.now() - seen.since : 0

export const forgetSeen = (): void => {
	seen = null
}

/** Makes way for the app while no policy is there. */
export const endBlankPage = (): void => {
	if (view?.sessionId === null) endFirstPolicy()
}

/**
 * Replaces the first policy by the app's page. Further calls do nothing.
 * @returns the guess on it, if the app shows the same session.
 */
export const endFirstPolicy = (sessionId?: string): FirstGuess | null => {
	isOver = true
	for (const page of document.querySelectorAll('template')) page.remove()
	if (view === null) return null
	const { page, guess } = view
	const own = view.sessionId === sessionId
	view = null
	page.remove()
	document.getElementById('root')?.removeAttribute('hidden')
	return own ? guess : null
}

/** The saved text of a setting. Null if the browser blocks its storage. */
const setting = (name: string): string | null => {
	try {
		return localStorage.getItem(name)
	} catch {
		return null
	}
}

/** Finds the page in the app's language: chosen in the settings, else the first one of the browser that it has. */
const pageInLanguage = (): HTMLTemplateElement | null => {
	for (const language of [setting('language') ?? '', ...navigator.languages, 'en']) {
		const page = document.getElementById(`first-${language.slice(0, 2)}`)
		if (page instanceof HTMLTemplateElement) {
			document.documentElement.lang = language.slice(0, 2)
			return page
		}
	}
	return null
}

const valuesOf = ({ sessionId, policies, candidate1, candidate2, election }: TestSession) => {
	const [left, right] = sidesOf(sessionId, [candidate1, candidate2])
	const text = policies[0]?.text ?? ''
	const { lang } = document.documentElement
	const day = new Date(election?.electionDate ?? '').toLocaleDateString(
		lang === 'en' ? 'en-US' : lang,
		{ dateStyle: 'long', timeZone: 'UTC' },
	)
	const initials = { leftInitials: initialsOf(left.name), rightInitials: initialsOf(right.name) }
	const names = { left: left.name, right: right.name, election: election?.name ?? '' }
	return { policy: text, size: sizeOf(text), day, ...initials, ...names }
}

/** Replaces `{name}` in texts and classes. */
const fill = (page: HTMLElement, values: Readonly<Record<string, string>>): void => {
	const put = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
	const nodes = document.createTreeWalker(page, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
	for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
		if (node instanceof Text) node.data = put(node.data)
		else if (node instanceof HTMLHeadingElement) node.className = put(node.className)
	}
}

/** Accepts one tap, after the policy could be read. The app shows what becomes of it. */
const listen = (
	shown: View,
	{ sessionId, policies, candidate1, candidate2 }: TestSession,
): void => {
	const policyId = policies[0]?.policyId ?? ''
	const sides = sidesOf(sessionId, [candidate1, candidate2])
	const choices = shown.page.querySelector('fieldset')
	let since = Number.POSITIVE_INFINITY
	// From the frame that shows it.
	requestAnimationFrame(() => {
		since = performance.now()
		seen = { policyId, since }
		setTimeout(() => choices?.setAttribute('aria-disabled', 'false'), READABLE_MS)
	})
	document.addEventListener('visibilitychange', () => document.hidden && forgetSeen())
	choices?.querySelectorAll('button').forEach((button, side) => {
		button.addEventListener('click', ({ timeStamp }) => {
			const candidate = sides[side]
			// While the app loads, a tap may wait long for its turn.
			const ms = Math.round(timeStamp - since)
			if (shown.guess || !candidate || ms < READABLE_MS) return
			const responseTimeMs = seen === null ? 0 : Math.min(ms, RESPONSE_TIME_CAP_MS)
			shown.guess = { policyId, candidateId: candidate.id, responseTimeMs }
			button.classList.add('bg-primary/10')
			shown.page.querySelector('section')?.setAttribute('aria-busy', 'true')
		})
	})
}

/** Draws the header, and lays out the rest before the reply is there. */
const drawBlank = (): void => {
	const root = document.getElementById('root')
	const template = pageInLanguage()
	if (isOver || root === null || template === null) return
	const page = document.createElement('div')
	page.append(document.importNode(template.content, true))
	page.querySelector('main')?.classList.add('invisible')
	root.hidden = true
	root.before(page)
	view = { page, sessionId: null, guess: null }
}

/** Draws the first policy, unless the app was faster. Leaves rare forms of it to the app. */
const draw = (session: TestSession): void => {
	if (view === null || session.policies.length < TEST_POLICIES || !session.election) return
	view.sessionId = session.sessionId
	fill(view.page, valuesOf(session))
	view.page.querySelector('main')?.classList.remove('invisible')
	listen(view, session)
}

/** True on the page of the test, for a visitor whom this device has no data of. */
const isFirstVisit = async (): Promise<boolean> => {
	if (!['/', '/test'].includes(location.pathname) || location.search !== '') return false
	// No TLS: the app has a substitute.
	if (typeof crypto.randomUUID !== 'function') return false
	if (setting('token') !== null || sessionStorage.getItem('token') !== null) return false
	return !(await indexedDB.databases()).some(({ name }) => name === 'evenhand')
}

/** Starts a test if this is a first visit, and draws its first policy. */
export const beginFirstPolicy = async (): Promise<void> => {
	if (!(await isFirstVisit()) || isStartTaken) return
	const id = crypto.randomUUID()
	const headers = {
		accept: 'application/json',
		'content-type': 'application/json',
		'idempotency-key': `"${id}"`,
	}
	const request = { method: 'POST', headers, body: JSON.stringify(START_BODY) }
	const signal = AbortSignal.timeout(TIMEOUT_MS)
	const reply = fetch(`${API_BASE}/policy-knowledge-test/start`, { ...request, signal })
	start = { key: id, reply }
	drawBlank()
	// The app reads the reply itself.
	const response = (await reply).clone()
	if (response.ok) draw(await response.json())
}

// Before the first paint, to avoid a flash.
for (const name of ['theme', 'motion']) {
	const chosen = setting(name)
	if (chosen) document.documentElement.dataset[name] = chosen
}
// The app meets the same failure, and tells it.
beginFirstPolicy().catch(() => undefined)
