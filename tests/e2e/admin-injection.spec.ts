import type { BrowserContext, Page } from 'playwright/test'
import type { QuizState } from '#contract/quiz.ts'
import { importElection, makeQuiz } from '../support/administrator.ts'
import { test as base, makeCandidate, makeElection, newName } from './admin-page.ts'
import { expect, keepSignIn, registerVoter } from './fixtures.ts'
import { openAll, openResults } from './results-page.ts'
import { untilControlled } from './update-host.ts'

// Injection tests: user texts must not become markup or code. Checks the CSP in a real browser.

const noteViolations = async (context: BrowserContext): Promise<string[]> => {
	const seen: string[] = []
	await context.exposeFunction('noteViolation', (text: string) => seen.push(text))
	await context.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', (event) => {
			const { violatedDirective, sourceFile, blockedURI } = event
			const note: unknown = Reflect.get(window, 'noteViolation')
			if (typeof note === 'function') note(`${violatedDirective} ${blockedURI} ${sourceFile}`)
		})
	})
	return seen
}

const test = base.extend<{ violations: string[] }>({
	violations: async ({ context }, use) => use(await noteViolations(context)),
})

const expectHarmless = async (page: Page): Promise<void> => {
	expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
	expect(await page.locator('img[src=x], svg[onload], iframe, script:not([src])').count()).toBe(0)
}

test('blocks every injection sink in the browser', async ({ page, violations, complaints }) => {
	await page.goto('/login')
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
	const outcomes = await page.evaluate(async () => {
		// Use a task of the page: code evaluated over CDP may bypass the CSP.
		await new Promise((resolve) => setTimeout(resolve))
		const tried = (name: string, work: () => void): string => {
			try {
				work()
				return `${name}: done`
			} catch (error) {
				return `${name}: ${error instanceof Error ? error.name : 'refused'}`
			}
		}
		const code = 'window.pwned = true'
		const markup = `<img src="x" onerror="${code}">`
		const element = () => document.body.appendChild(document.createElement('div'))
		const script = () => document.createElement('script')
		const policies = Reflect.get(window, 'trustedTypes') as {
			createPolicy(name: string, rules: object): unknown
		}
		return [
			tried('innerHTML', () => (element().innerHTML = markup)),
			tried('outerHTML', () => (element().outerHTML = markup)),
			tried('insertAdjacentHTML', () => element().insertAdjacentHTML('beforeend', markup)),
			tried('write', () => document.write(markup)),
			tried('srcdoc', () => (document.createElement('iframe').srcdoc = markup)),
			tried('parser', () => new DOMParser().parseFromString(markup, 'text/html')),
			tried('script text', () => (script().text = code)),
			tried('script address', () => (script().src = 'https://attacker.example/x.js')),
			tried('eval', () => Reflect.get(window, 'eval')(code)),
			tried('function', () => Reflect.construct(Reflect.get(window, 'Function'), [code])()),
			tried('handler', () => element().setAttribute('onclick', code)),
			tried('default policy', () => policies.createPolicy('default', {})),
			tried('policy', () => policies.createPolicy('anything', { createHTML: String })),
		]
	})
	expect(outcomes.filter((outcome) => outcome.endsWith('done'))).toEqual([])
	// The CSP's script-src blocks what avoids every Trusted Types sink.
	await page.evaluate(() => {
		const script = document.createElement('script')
		script.append('window.pwned = true')
		document.body.append(script)
		const base = document.createElement('base')
		base.href = 'https://attacker.example/'
		document.head.append(base)
		location.href = 'javascript:window.pwned = true'
	})
	expect(await page.evaluate(() => document.baseURI)).not.toContain('attacker')
	expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
	await expect.poll(() => violations.length).toBeGreaterThan(8)
	// Expected here; in other tests each of them fails the test.
	expect(complaints.length).toBeGreaterThan(0)
	complaints.splice(0)
})

const attack = (what: string) =>
	`${newName(what)} <img src=x onerror="window.pwned=1"><svg onload=pwned=1><script>pwned=1</script>{{7*7}}`

test('shows user input as plain text to voters and administrators', async ({
	page,
	server,
	admin,
	send,
	browser,
	violations,
}) => {
	const imported = await importElection(send, [3, 3], attack('One shared promise of both'))
	const election = await makeElection(send, { name: attack('Election') })
	const candidate = await makeCandidate(send, {
		name: attack('Candidate'),
		party: attack('Party'),
		website: 'https://candidate.example/"onmouseover="pwned=1',
		logo: 'https://candidate.invalid/"onerror="pwned=1',
		electionIds: [election.id],
	})
	const quiz = await makeQuiz(send, imported, { name: attack('Quiz'), active: true })
	const test = '/policy-knowledge-test'
	const { sessionId } = await send<{ sessionId: string }>('POST', `${test}/start`, {})
	const feedbackText = attack('Feedback')
	await send('POST', `${test}/feedback`, { sessionId, feedbackText })

	expect(admin.user.roles).toContain('ROLE_ADMIN')
	// Serve the logo URLs: the browser requests each of them.
	await page.context().route('https://candidate.*/**', (route) => route.fulfill({ body: '' }))
	for (const [path, text] of [
		[
			`/admin/elections?search=${encodeURIComponent(election.name.split(' <')[0] ?? '')}`,
			election.name,
		],
		[
			`/admin/candidates?search=${encodeURIComponent(candidate.name.split(' <')[0] ?? '')}`,
			candidate.name,
		],
		['/admin/history', candidate.name],
		['/moderator', feedbackText.slice(0, 60)],
	] as const) {
		await page.goto(path)
		await expect(page.getByText(text).first()).toBeVisible()
		await expectHarmless(page)
	}

	const voter = await registerVoter(server.origin)
	const context = await browser.newContext({ baseURL: server.origin })
	const seen = await noteViolations(context)
	const theirs = await context.newPage()
	await context.route('https://candidate.*/**', (route) => route.fulfill({ body: '' }))
	await keepSignIn(theirs, voter)
	await theirs.goto('/elections')
	await theirs.getByLabel('Search elections').fill(election.name)
	await expect(theirs.getByText(election.name).first()).toBeVisible()
	await expectHarmless(theirs)
	await theirs.goto(`/elections/${imported.electionId}/quizzes`)
	await expect(theirs.getByText(quiz.name).first()).toBeVisible()
	await expectHarmless(theirs)
	await theirs.goto(`/quiz/${quiz.id}`)
	await expect(theirs.getByText(quiz.name).first()).toBeVisible()
	await expectHarmless(theirs)
	expect(seen).toEqual([])
	expect(violations).toEqual([])
	await context.close()
	// Remove the candidate: its missing logo would cause errors in other tests.
	await send('DELETE', `/candidates/${candidate.id}`)
})

test('shows policy details, history, and results as plain text', async ({
	page,
	admin,
	send,
	violations,
}) => {
	await page.context().route('https://candidate.*/**', (route) => route.fulfill({ body: '' }))
	const imported = await importElection(send, [3, 3], attack('A promise of both'))
	const names = ['First', 'Second'].map(attack)
	for (const [index, { id }] of imported.candidates.entries()) {
		await send('PUT', `/candidates/${id}`, {
			...{ name: names[index], party: attack('Party'), website: 'https://candidate.example/' },
			...{
				logo: 'https://candidate.invalid/"onerror="pwned=1',
				electionIds: [imported.electionId],
			},
		})
	}
	const [{ id: candidateId } = { id: '' }] = imported.candidates
	const [text, source] = [attack('A policy of five words'), attack('Source')]
	const keyword = `${newName('Keyword')} <img src=x onerror="pwned=1">`
	await send('POST', '/policies', {
		...{ candidateId, text, category: 'ECONOMY', source, keywords: [keyword] },
		prioritySource: attack('Priority'),
	})
	const quiz = await makeQuiz(send, imported, { name: attack('Quiz'), active: true })

	await page.goto(`/admin/edit-policies/${candidateId}`)
	for (const shown of [text, source, keyword]) {
		await expect(page.getByText(shown).first()).toBeVisible()
	}
	await expectHarmless(page)
	await page.goto(`/admin/history?target=${candidateId}`)
	const change = page.getByRole('article').filter({ hasText: 'changed' }).first()
	await change.getByRole('button', { name: /^Before and after/ }).click()
	await expect(change.getByRole('cell', { name: names[0] ?? '' }).first()).toBeVisible()
	await expectHarmless(page)
	await page.goto(`/admin/compare-quizzes/${imported.electionId}`)
	await expect(page.getByText(quiz.name).first()).toBeVisible()
	await expectHarmless(page)

	const vote = async <Reply>(path: string, data: object = {}): Promise<Reply> => {
		const headers = { authorization: `Bearer ${admin.token}` }
		const reply = await page.request.post(`/api/v2/quiz/${path}`, { headers, data })
		expect(reply.ok()).toBe(true)
		return reply.json() as Promise<Reply>
	}
	const { quizAttemptId: id, allPolicies } = await vote<QuizState>(`start/${quiz.id}`)
	for (const { id: policyId } of allPolicies) {
		await vote(`interact/${id}`, {
			interactionType: 'SCALE',
			policyId,
			value: 1,
			responseTimeMs: 1,
		})
	}
	await vote(`complete/${id}`)
	await openResults(page, id ?? '')
	await openAll(page)
	for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
	await expectHarmless(page)
	expect(violations).toEqual([])
	for (const { id } of imported.candidates) await send('DELETE', `/candidates/${id}`)
})

test('ignores malformed messages in worker, tabs, and page', async ({ page, violations }) => {
	await page.goto('/login')
	await untilControlled(page)
	const before = await page.evaluate(() => caches.keys())
	const cached = await page.evaluate(async () => {
		const worker = navigator.serviceWorker.controller
		const channel = new BroadcastChannel('dexie-txcommitted')
		const odd = [null, 0, '', 'SKIP_WAITING', [], {}, { type: 'CACHE_URLS' }, { type: 7 }]
		const more = {
			type: 'CACHE_URLS',
			payload: { urlsToCache: ['/api/health', 'https://a.example/'] },
		}
		for (const message of [...odd, more, { type: 'storagemutated', payload: 7 }]) {
			worker?.postMessage(message)
			channel.postMessage(message)
			window.postMessage(message, '*')
		}
		channel.close()
		await fetch('/api/health')
		return Promise.all(
			(await caches.keys()).map(async (name) =>
				(await (await caches.open(name)).keys()).map(({ url }) => url),
			),
		)
	})
	expect(cached.flat().filter((url) => url.includes('/api/') || url.includes('a.example'))).toEqual(
		[],
	)
	expect(await page.evaluate(() => caches.keys())).toEqual(before)
	expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
	await page.reload()
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
	expect(violations).toEqual([])
})
