import {
	createMemoryHistory,
	createRouter,
	type RouterHistory,
	RouterProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TestSession } from '#contract/test-session.ts'
import { TEST_POLICIES } from '#domain/limits.ts'
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

/** Draws the app's page of a session that has just begun. @returns its HTML. */
const drawApp = async (session: TestSession): Promise<string> => {
	const salt = null
	const stored = { ...session, id: session.sessionId, salt, stage: 'open', guesses: [] }
	vi.doMock('#web/app/knowledge-test.ts', () => ({
		tests: { begin: async () => ({ ok: true, value: stored.id }), find: async () => stored },
	}))
	vi.doMock('#web/ui/card-deck.tsx', () => new Promise(() => undefined))
	vi.doMock('#web/features/test/prepare.ts', () => ({ prepare: () => undefined }))
	const { textsLoaded } = await import('#web/texts/language.ts')
	const { Route: frame } = await import('#web/routes/__root.tsx')
	const { Route: test } = await import('#web/routes/test.tsx')
	await textsLoaded
	test.update({ id: '/test', path: '/test', getParentRoute: () => frame } as never)
	const history: RouterHistory = createMemoryHistory({ initialEntries: ['/test'] })
	const router = createRouter({ routeTree: frame.addChildren([test] as never), history })
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

describe.each(Object.entries(LANGUAGES))('first policy in %s', (language, day) => {
	afterEach(() => {
		localStorage.clear()
		vi.resetModules()
		vi.doUnmock('#web/app/knowledge-test.ts')
		vi.doUnmock('#web/ui/card-deck.tsx')
		vi.doUnmock('#web/features/test/prepare.ts')
		document.body.replaceChildren()
	})

	it("is the app's page", async () => {
		localStorage.setItem('language', language)
		vi.resetModules()
		const html = await drawApp(sessionOf('s1', SHORT))
		await expect(toTemplate(html, day)).toMatchFileSnapshot(
			`../../src/web/first/${language}.html`,
		)
	})
})
