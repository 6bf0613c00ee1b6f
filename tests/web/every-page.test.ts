import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VISITORS_PAGES, VOTERS_PAGES } from '../e2e/every-page.ts'

const routes = resolve(import.meta.dirname, '../../src/web/routes')

/** Not pages that voters read: the frame around all, the guard of a voter's pages, and the back-office. */
const APART = /^(?:__root|_voter|admin.*|moderator)\.tsx$/

/** The address of a file of routes, as a pattern: `_voter/quiz.$compareQuizId.tsx` is `/quiz/…`. */
const patternOf = (file: string): RegExp => {
	const parts = file.replace(/^_voter\/|\.tsx$/g, '').split('.')
	const path = parts
		.map((part) => part.replace(/_$/, '').replace(/^index$/, ''))
		.map((part) => (part === '$' ? '/.+' : part.startsWith('$') ? '/[^/]+' : `/${part}`))
	return new RegExp(`^${path.join('').replace(/(?<=.)\/$/, '')}$`)
}

const places = { electionId: 'e', quizId: 'q', open: 'o', completed: 'c', session: 's' }
const visited = [...VISITORS_PAGES, ...VOTERS_PAGES].map(
	({ path }) => path(places).split('?')[0] ?? '',
)

describe('the pages that a browser opens in every condition and language', () => {
	it('are all that voters have: a new one says there what it shows', async () => {
		const files = (await readdir(routes, { recursive: true })).filter(
			(name) => name.endsWith('.tsx') && !APART.test(name),
		)
		expect(files.length).toBeGreaterThan(15)
		const forgotten = files.filter((file) => !visited.some((path) => patternOf(file).test(path)))
		expect(forgotten).toEqual([])
	})
})
