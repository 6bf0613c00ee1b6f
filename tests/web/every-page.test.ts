import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VISITORS_PAGES, VOTERS_PAGES } from '../e2e/every-page.ts'

const routes = resolve(import.meta.dirname, '../../src/web/routes')

/** Layout, guard, and back-office routes. */
const APART = /^(?:__root|_voter|admin.*|moderator)\.tsx$/

/** Path pattern of a route file: `_voter/quiz.$compareQuizId.tsx` matches `/quiz/…`. */
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

describe('e2e page list', () => {
	it('covers every page for visitors and voters', async () => {
		const files = (await readdir(routes, { recursive: true })).filter(
			(name) => name.endsWith('.tsx') && !APART.test(name),
		)
		expect(files.length).toBeGreaterThan(15)
		const forgotten = files.filter((file) => !visited.some((path) => patternOf(file).test(path)))
		expect(forgotten).toEqual([])
	})
})
