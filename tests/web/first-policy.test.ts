import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
	type AnyRoute,
	createMemoryHistory,
	createRouter,
	type RouterHistory,
	RouterProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTest, type TestSession } from '#contract/test-session.ts'
import { READABLE_MS, TEST_POLICIES } from '#domain/limits.ts'
import { START_BODY } from '#domain/test-start.ts'
import { createClient } from '#http/client.ts'
import { sizeOf } from '#web/first/looks.ts'

// The page of the first policy is the app's own, with names for what differs. `vitest -u` writes it anew.

const SHORT = 'Lower the tariff.'

const sessionOf = (sessionId: string, text: string): TestSession => ({
	sessionId,
	policies: Array.from({ length: 2 * TEST_POLICIES }, (_, index) => ({
		policyId: `p${index}`,
		text: index === 0 ? text : 'Another',
	})),
	candidate1: { id: 'c1', name: 'Ada Lovelace', logo: null },
	candidate2: { id: 'c2', name: 'Grace Hopper', logo: null },
	election: { id: 'e1', name: 'Club election', electionDate: '1912-11-05' },
})

const MOCKED = [
	'#web/app/knowledge-test.ts',
	'#web/ui/card-deck.tsx',
	'#web/features/test/prepare.ts',
] as const

/** Draws the app's page of a session that has just begun. @returns its HTML. */
const drawApp = async (session: TestSession): Promise<string> => {
	const stored = { ...session, id: session.sessionId, stage: 'open', guesses: [] }
	vi.doMock(MOCKED[0], () => ({
		tests: { begin: async () => ({ ok: true, value: stored.id }), find: async () => stored },
	}))
	vi.doMock(MOCKED[1], () => new Promise(() => undefined))
	vi.doMock(MOCKED[2], () => ({ prepare: () => undefined }))
	const { textsLoaded } = await import('#web/texts/language.ts')
	const { Route: frame } = await import('#web/routes/__root.tsx')
	const { Route: test } = await import('#web/routes/test.tsx')
	await textsLoaded
	test.update({ id: '/test', path: '/test', getParentRoute: () => frame } as never)
	const history: RouterHistory = createMemoryHistory({ initialEntries: ['/test'] })
	const routeTree: AnyRoute = frame.addChildren([test] as never) as never
	const router = createRouter({ routeTree, history })
	const place = document.createElement('div')
	document.body.append(place)
	const root = createRoot(place)
	root.render(createElement(RouterProvider, { router: router as never }))
	await vi.waitFor(() => expect(place.querySelector('article')).not.toBeNull(), { interval: 5 })
	const html = place.innerHTML.replace('aria-disabled="false"', 'aria-disabled="true"')
	root.unmount()
	return html
}

/** Puts names into the page of a session whose left candidate is the first. */
const toTemplate = (html: string, day: string): string =>
	[
		[SHORT, '{policy}'],
		[sizeOf(SHORT), '{size}'],
		['Ada Lovelace', '{left}'],
		['>AL<', '>{leftInitials}<'],
		['Grace Hopper', '{right}'],
		['>GH<', '>{rightInitials}<'],
		['Club election', '{election}'],
		[day, '{day}'],
		['lang="en"', 'lang="{content}"'],
	].reduce((text, [from = '', to = '']) => text.replaceAll(from, to), html)

const LANGUAGES = { en: 'November 5, 1912', es: '5 de noviembre de 1912' } as const

const pageOf = (language: string): string =>
	resolve(import.meta.dirname, `../../src/web/first/${language}.html`)

/** Loads the script as on a first visit. */
const begin = async (language = 'en', address = '/test') => {
	vi.resetModules()
	history.pushState(null, '', address)
	const page = (await readFile(pageOf(language), 'utf8')).replaceAll('{content}', 'en')
	document.body.innerHTML = `<template id="first-${language}">${page}</template><div id="root"></div>`
	return import('#web/first/first-policy.ts')
}

const main = () => document.querySelector('main')
const isDrawn = (): boolean => main()?.classList.contains('invisible') === false
const untilDrawn = () => vi.waitFor(() => expect(isDrawn()).toBe(true), { interval: 5 })
const untilReadable = () =>
	vi.waitFor(() => expect(document.querySelector('fieldset')?.ariaDisabled).toBe('false'))
const tapLeft = () => document.querySelector<HTMLElement>('fieldset button')?.click()

/** Answers each start. @returns the requests. */
const answering = (answer: () => Response | Promise<Response>): Request[] => {
	const requests: Request[] = []
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		requests.push(new Request(new URL(url, location.href), init))
		return answer()
	})
	return requests
}

beforeEach(() => {
	vi.resetModules()
	vi.spyOn(indexedDB, 'databases').mockResolvedValue([])
})
afterEach(() => {
	localStorage.clear()
	document.body.replaceChildren()
	history.pushState(null, '', '/settings')
	for (const part of MOCKED) vi.doUnmock(part)
	vi.unstubAllGlobals()
	vi.resetModules()
})

describe.each(Object.entries(LANGUAGES))('the page of the first policy in %s', (language, day) => {
	beforeEach(() => localStorage.setItem('language', language))

	it("is the app's page", async () => {
		const html = await drawApp(sessionOf('s1', SHORT))
		await expect(toTemplate(html, day)).toMatchFileSnapshot(pageOf(language))
	})

	it("is the app's page with any session", async () => {
		const session = sessionOf('s2', 'A long policy. '.repeat(20).trim())
		answering(() => Response.json(session))
		await begin(language)
		await untilDrawn()
		const html = (document.body.children[1]?.innerHTML ?? '').replace(
			' aria-disabled="false"',
			' aria-disabled="true"',
		)
		expect(html).toBe(await drawApp(session))
	})
})

describe('the start of a first visit', () => {
	const session = sessionOf('s1', SHORT)

	it('is the call that the app would make, and the app gets its reply once', async () => {
		const requests = answering(() => Response.json(session))
		const { API_BASE, takeFirstReply, takeFirstStart } = await begin()
		await untilDrawn()
		const key = takeFirstStart()
		expect(takeFirstStart()).toBeNull()
		const call = createClient({
			baseUrl: API_BASE,
			token: () => null,
			fetch: (...args) => takeFirstReply(args[1]) ?? fetch(...args),
		})
		const options = { idempotencyKey: key ?? '' }
		for (const _ of [1, 2]) {
			expect(await call(startTest, { body: START_BODY }, options)).toMatchObject({
				ok: true,
				value: { sessionId: 's1' },
			})
		}
		const [first, second] = await Promise.all(
			requests.map(async (request) => ({
				method: request.method,
				url: request.url,
				headers: [...request.headers],
				body: await request.text(),
			})),
		)
		expect(requests).toHaveLength(2)
		expect(first).toEqual(second)
	})

	it('is not made if the device has a database, the visitor an account, or the app was faster', async () => {
		const requests = answering(() => Response.json(session))
		vi.mocked(indexedDB.databases).mockResolvedValue([{ name: 'evenhand', version: 4 }])
		await (await begin()).beginFirstPolicy()
		vi.mocked(indexedDB.databases).mockResolvedValue([])
		localStorage.setItem('token', 't')
		await (await begin()).beginFirstPolicy()
		localStorage.clear()
		await (await begin('en', '/login')).beginFirstPolicy()
		await (await begin('en', '/test?returnToResults=true&sessionId=s1')).beginFirstPolicy()
		history.pushState(null, '', '/test')
		const { takeFirstStart, beginFirstPolicy } = await begin('en', '/about')
		history.pushState(null, '', '/test')
		takeFirstStart()
		await beginFirstPolicy()
		expect(requests).toEqual([])
	})

	it('keeps a tap for the app once the policy could be read, and only the first', async () => {
		answering(() => Response.json(session))
		const { endFirstPolicy } = await begin()
		await untilDrawn()
		tapLeft()
		expect(main()?.querySelector('section')?.ariaBusy).toBe('false')
		await untilReadable()
		tapLeft()
		document.querySelectorAll<HTMLElement>('fieldset button')[1]?.click()
		expect(main()?.querySelector('section')?.ariaBusy).toBe('true')
		const guess = endFirstPolicy('s1')
		expect(guess).toMatchObject({ policyId: 'p0', candidateId: 'c1' })
		expect(guess?.responseTimeMs).toBeGreaterThanOrEqual(READABLE_MS)
		expect(main()).toBeNull()
		expect(document.getElementById('root')?.hidden).toBe(false)
		expect(endFirstPolicy('s1')).toBeNull()
	})

	it('gives no tap to another session', async () => {
		answering(() => Response.json(session))
		const { endFirstPolicy } = await begin()
		await untilDrawn()
		await untilReadable()
		tapLeft()
		expect(endFirstPolicy('s9')).toBeNull()
	})

	it('shows no policy if it fails, and makes way for the app', async () => {
		answering(() => Response.json({ message: 'none' }, { status: 409 }))
		const { beginFirstPolicy, endBlankPage, takeFirstStart } = await begin()
		await vi.waitFor(() => expect(main()).not.toBeNull())
		expect(takeFirstStart()).not.toBeNull()
		await beginFirstPolicy()
		expect(isDrawn()).toBe(false)
		endBlankPage()
		expect(main()).toBeNull()
		expect(document.getElementById('root')?.hidden).toBe(false)
	})
})
