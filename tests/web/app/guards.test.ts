import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { safeTarget } from '#web/app/guards.ts'
import { session } from '#web/app/session.ts'
import { Route } from '#web/routes/login.tsx'

describe('safeTarget', () => {
	it.each([
		['/quiz/7?attemptId=3', '/quiz/7?attemptId=3'],
		['/', '/'],
		['/elections?q=a%2Fb%3A%20c#top', '/elections?q=a%2Fb%3A%20c#top'],
		['/results?redirect=https://evil.example', '/results?redirect=https://evil.example'],
		['/quiz/../activity', '/activity'],
		['/elections?q=España', '/elections?q=Espa%C3%B1a'],
	])('maps %s to %s', (given, target) => {
		expect(safeTarget(given)).toBe(target)
	})

	it.each([
		'//evil.example',
		'///evil.example',
		'/\\evil.example',
		'\\\\evil.example',
		'/%5Cevil.example',
		'/%5c%5cevil.example',
		'/%255Cevil.example',
		'/%2Fevil.example',
		'/%252fevil.example',
		'/.//evil.example',
		'/a/..//evil.example',
		'/%2e%2e//evil.example',
		'/\t/evil.example',
		'/\n/evil.example',
		'/%09/evil.example',
		'/%0d%0aLocation:%20https://evil.example',
		'/\u0000',
		'/\u0085/evil.example',
		' //evil.example',
		'https://evil.example',
		'HTTPS://evil.example',
		'https:evil.example',
		'javascript:alert(1)',
		'JaVaScRiPt:alert(1)',
		'data:text/html,x',
		'elections',
		'@evil.example',
		'',
		7,
		null,
		undefined,
		true,
		['/elections'],
		['//evil.example', '/x'],
		{ toString: () => '/elections' },
	])('rejects the unsafe target %j', (target) => {
		expect(safeTarget(target)).toBeUndefined()
	})

	it('never leaves the origin for any input (property)', () => {
		const parts = fc.constantFrom(
			...['/', '\\', '.', '..', '%2f', '%5c', '%25', '%09', '\t', '\n', '@', ':', '?', '#'],
			...['http:', 'javascript:', 'evil.example', 'a', ' ', '\u00a0', '％'],
		)
		const candidates = fc.array(parts, { maxLength: 8 }).map((some) => some.join(''))
		fc.assert(
			fc.property(candidates, (text) => {
				const target = safeTarget(text)
				if (target === undefined) return
				const { origin, pathname } = new URL(target, 'https://app.example/login')
				expect(origin).toBe('https://app.example')
				expect(
					new URL(decodeURIComponent(pathname.replace(/%(?![\da-f]{2})/gi, '%25')), origin).origin,
				).toBe(origin)
			}),
			{ numRuns: 5000 },
		)
	})

	it('guards every redirect by href', async () => {
		const root = new URL('../../../src/web/', import.meta.url)
		const files = await readdir(root, { recursive: true })
		for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
			const source = await readFile(new URL(file, root), 'utf8')
			for (const [, href] of source.matchAll(/redirect\(\{[^)]*?\bhref(?::\s*([^,}]+))?/g)) {
				expect(`${file}: ${href?.trim()}`).toMatch(/: (?:target$|safeTarget\()/)
			}
		}
	})
})

describe('sign-in page for signed-in users', () => {
	afterEach(() => session.signOut())

	const leave = async (search: object): Promise<unknown> => {
		session.signIn({
			token: 't',
			user: { id: '1', username: 'anna', email: null, roles: [] },
			remember: true,
		})
		const beforeLoad = Route.options.beforeLoad as (context: object) => void
		try {
			beforeLoad({ search })
		} catch (thrown) {
			return thrown instanceof Response ? Reflect.get(thrown, 'options') : thrown
		}
		return null
	}

	it('redirects to a path in the app', async () => {
		expect(await leave({ redirect: '/activity' })).toMatchObject({ href: '/activity' })
	})

	it('redirects home if the target is another site', async () => {
		for (const redirect of ['https://evil.example/x', '//evil.example', ['/a'], 7]) {
			expect(await leave({ redirect })).toMatchObject({ to: '/quiz' })
		}
	})
})
