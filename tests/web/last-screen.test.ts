import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const KEY = 'evenhand.screen.elections'
const BUILD = '/assets/index-1.js'
const PAGE =
	'<div class="page"><main><p style="width: 40%;">Town <b>council</b></p><svg><path d="M0 0"></path></svg></main></div>'

const shown = () => document.querySelector('[inert]')
/** Element that takes taps. */
const cover = () => document.querySelector('body > [aria-hidden]')
const stored = () => localStorage.getItem(KEY)
/** An uncaught error of the app. */
const fail = () => dispatchEvent(new Event('error'))
const leave = () => dispatchEvent(new Event('pagehide'))

const signIn = (username = 'ada'): void => {
	localStorage.setItem('token', 't1')
	localStorage.setItem('userData', JSON.stringify({ username, email: null, roles: [] }))
}

/** Loads a document as at the start of the app. */
const open = (html: string, build = BUILD): void => {
	vi.resetModules()
	document.head.innerHTML = `<script src="${build}" type="text/plain"></script>`
	document.body.innerHTML = `<div id="root">${html}</div>`
}

/** Starts the app without its page. */
const start = async (build = BUILD) => {
	open('', build)
	await import('#web/first/last-screen.ts')
	return import('#web/app/first-render.ts')
}

const states: { location: { href: string } }[] = []

/** Shows a page of the app. @param next the address that the router is about to show. */
const show = async (html = PAGE, next = '/elections') => {
	open(html)
	const { keepScreens } = await import('#web/app/keep-screen.ts')
	const { session } = await import('#web/app/session.ts')
	const state = { resolvedLocation: { href: '/elections' }, location: { href: next } }
	states.push(state)
	keepScreens({ state } as unknown as AnyRouter)
	return session
}

beforeEach(() => {
	history.pushState(null, '', '/elections')
	signIn()
})
afterEach(() => {
	fail()
	// Listeners of this test store nothing more.
	for (const state of states.splice(0)) state.location.href = '/settings'
	document.body.replaceChildren()
	document.head.replaceChildren()
	localStorage.clear()
	sessionStorage.clear()
	history.pushState(null, '', '/settings')
})

describe('the last seen screen', () => {
	it('is painted at the next start as it was left, and cannot be used', async () => {
		await show()
		leave()
		await start()
		expect(shown()?.innerHTML).toBe(PAGE)
		expect(shown()?.parentElement).toBe(cover())
		expect(cover()?.ariaHidden).toBe('true')
		expect(cover()?.hasAttribute('inert')).toBe(false)
		expect(shown()?.querySelector('path')?.namespaceURI).toContain('svg')
	})

	it('is stored once the page is calm', async () => {
		await show()
		await vi.waitFor(() => expect(stored()).not.toBeNull(), { timeout: 5000 })
	})

	it("is painted at the app's start page, which leads to the elections", async () => {
		await show()
		leave()
		history.pushState(null, '', '/')
		await start()
		expect(shown()).not.toBeNull()
	})

	it('gives way in the frame in which the app has read its data', async () => {
		await show()
		leave()
		const { noteRead, replaceLastScreen } = await start()
		const endRead = noteRead()
		document.querySelector('#root')?.append(document.createElement('main'))
		document.querySelector('main')?.append('', document.createElement('p'))
		document.getAnimations = () => []
		replaceLastScreen()
		expect(shown()).not.toBeNull()
		endRead()
		await vi.waitFor(() => expect(shown()).toBeNull(), { interval: 5 })
	})

	it('goes if the app fails', async () => {
		await show()
		leave()
		await start()
		fail()
		expect(shown()).toBeNull()
	})

	it('keeps keys from the app while it covers it', async () => {
		await show()
		leave()
		const { endLastScreen } = await start().then(() => import('#web/first/last-screen.ts'))
		const heard = vi.fn()
		document.body.addEventListener('keydown', heard)
		const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1' }))
		press()
		expect(heard).not.toHaveBeenCalled()
		endLastScreen()
		press()
		expect(heard).toHaveBeenCalledOnce()
	})

	it('is painted though the browser names its languages late', async () => {
		const languages = vi.spyOn(navigator, 'languages', 'get')
		languages.mockReturnValue([navigator.language, 'fr'])
		await show()
		leave()
		languages.mockReturnValue([navigator.language])
		await start()
		languages.mockRestore()
		expect(shown()).not.toBeNull()
	})

	it.each<[string, () => void]>([
		['after a sign-out', () => localStorage.removeItem('token')],
		['beside the sign-in of a shared device', () => sessionStorage.setItem('token', 't2')],
		['for another voter', () => signIn('grace')],
		['in another language', () => localStorage.setItem('language', 'es')],
		['on another page', () => history.pushState(null, '', '/elections?q=town')],
		['if it is no screen', () => localStorage.setItem(KEY, '{"a":1}')],
	])('is not painted %s', async (_, change) => {
		await show()
		leave()
		change()
		await start()
		expect(shown()).toBeNull()
	})

	it('is not painted by another build', async () => {
		await show()
		leave()
		await start('/assets/index-2.js')
		expect(shown()).toBeNull()
	})
})

describe('a screen', () => {
	it.each([
		['an answer is being stored', '<section aria-busy="true"></section>'],
		['an answer was not stored', '<p role="alert">Not saved</p>'],
		['a dialog covers it', '<dialog open></dialog>'],
	])('is not stored while %s', async (_, part) => {
		localStorage.setItem(KEY, 'older')
		await show(PAGE.replace('</main>', `${part}</main>`))
		leave()
		expect(stored()).toBeNull()
	})

	it('is not stored on a shared device', async () => {
		localStorage.clear()
		sessionStorage.setItem('token', 't1')
		await show()
		leave()
		expect(stored()).toBeNull()
	})

	it('is not stored before its data is read, or while another page opens', async () => {
		await show(PAGE, '/results')
		leave()
		expect(stored()).toBeNull()
		await show()
		const { noteRead } = await import('#web/app/first-render.ts')
		noteRead()
		leave()
		expect(stored()).toBeNull()
	})

	it('is not stored if it asks for secrets', async () => {
		history.pushState(null, '', '/settings')
		await show()
		leave()
		expect(Object.keys(localStorage)).toEqual(['token', 'userData'])
	})

	it('leaves out typed text, hidden and transient parts, names, and animations', async () => {
		const part =
			'<p id="a" class="animate-rise p-1">A</p><textarea>mine</textarea><b class="sr-only">B</b><b data-transient="true">C</b>'
		await show(`<main>${part}</main>`)
		leave()
		await start()
		expect(shown()?.innerHTML).toBe('<main><p class=" p-1">A</p><textarea></textarea></main>')
	})

	it('is removed when it changes', async () => {
		await show()
		leave()
		expect(stored()).not.toBeNull()
		document.querySelector('b')?.append(' meeting')
		await vi.waitFor(() => expect(stored()).toBeNull(), { interval: 5 })
	})

	it('is removed when the session ends', async () => {
		const session = await show()
		leave()
		localStorage.setItem('evenhand.screen.quiz', 'older')
		session.signOut()
		expect(Object.keys(localStorage)).toEqual([])
	})

	it('is removed if the session has ended before', async () => {
		await show()
		leave()
		localStorage.removeItem('token')
		await show()
		expect(stored()).toBeNull()
	})

	it('of the previous page is removed when the page changes', async () => {
		await show()
		leave()
		await show()
		document.querySelector('b')?.append(' meeting')
		await vi.waitFor(() => expect(stored()).toBeNull(), { interval: 5 })
	})

	it('is not stored in a full storage', async () => {
		await show()
		const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
			throw new DOMException('no room', 'QuotaExceededError')
		})
		leave()
		full.mockRestore()
		expect(stored()).toBeNull()
	})
})
