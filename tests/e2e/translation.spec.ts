import type { Page } from 'playwright/test'
import { importElection, makeQuiz } from '../support/administrator.ts'
import { test } from './admin-page.ts'
import { expect } from './fixtures.ts'
import { answering, begin, dismissTutorial, openElection, untilAnswerable } from './quiz-page.ts'
import { openTest, shortenTests, skipToResults, tapSides, untilTestsSent } from './test-page.ts'

/** Runs in the page: replaces all text nodes like Google Translate, including later ones. */
const translate = (): void => {
	const SKIPPED = 'font, option, script, style, textarea, title, svg'
	const swap = {
		text(node: Text): void {
			if (node.data.trim() === '' || node.parentElement?.closest(SKIPPED)) return
			const inner = document.createElement('font')
			inner.append(node.data)
			const outer = document.createElement('font')
			outer.append(inner)
			node.replaceWith(outer)
		},
		below(root: globalThis.Node): void {
			const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
			const found: Text[] = root instanceof Text ? [root] : []
			while (walker.nextNode()) found.push(walker.currentNode as Text)
			for (const node of found) swap.text(node)
		},
	}
	new MutationObserver((changes) => {
		for (const { addedNodes } of changes) for (const node of addedNodes) swap.below(node)
	}).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: presses harmless buttons, closes dialogs, and types into searches. */
const pressEverything = async (): Promise<void> => {
	const HARMFUL =
		/delete|remove|sign out|logout|erase|reset|activate|import|download|export|print|share|restore|save|submit|retry|send|discard|results|español|keep|again|reload/i
	const drawn = {
		async wait(): Promise<void> {
			for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
		},
	}
	const address = location.pathname
	const parts = () =>
		document.querySelectorAll<HTMLElement>('main :is(summary, button, [role=tab])')
	for (let index = 0; index < Math.min(25, parts().length); index++) {
		const part = parts()[index]
		const name = `${part?.textContent} ${part?.getAttribute('aria-label')}`
		if (part === undefined || !part.checkVisibility() || HARMFUL.test(name)) continue
		part.click()
		await drawn.wait()
		for (const dialog of document.querySelectorAll('dialog[open]')) {
			dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
		}
		await drawn.wait()
		if (location.pathname !== address) return
	}
	const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
	for (const field of document.querySelectorAll<HTMLInputElement>('main input[type=search]')) {
		for (const term of ['zzz', '']) {
			value?.set?.call(field, term)
			field.dispatchEvent(new Event('input', { bubbles: true }))
			await drawn.wait()
		}
	}
}

const tryPage = async (page: Page, path: string): Promise<void> => {
	await test.step(path, async () => {
		await page.evaluate((to) => history.pushState(null, '', to), path)
		await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
		await expect(page.getByRole('main').locator('font').first()).toBeAttached()
		await page.evaluate(pressEverything).catch((error: Error) => {
			// Some buttons reload the page, e.g. the language setting.
			if (!error.message.includes('navigation')) throw error
		})
		await page.waitForLoadState()
		await expect(page.getByText('Unexpected Application Error')).toHaveCount(0)
	})
}

test('stays usable on every screen during browser translation', async ({ page, send, admin }) => {
	const election = await importElection(send, [3, 3])
	const quiz = await makeQuiz(send, election)
	const [candidate] = election.candidates
	await page.addInitScript(translate)

	await shortenTests(page)
	await openTest(page)
	await tapSides(page, 4)
	await skipToResults(page)
	await untilTestsSent(page)
	await page.getByRole('link', { name: 'View details' }).click()
	await page.getByRole('button', { name: 'Hide' }).first().click()
	await page.getByRole('button', { name: 'Show' }).click()
	await page.getByRole('link', { name: 'Back' }).first().click()
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('Clear.')
	await expect(page.getByText('6/5000')).toBeVisible()
	await page.getByRole('button', { name: 'Send feedback' }).click()
	await expect(page.getByText('Thank you for your feedback!')).toBeVisible()

	await begin(page, /agree or disagree/)
	await dismissTutorial(page)
	await answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())
	await expect(page.getByText('2 of 40')).toBeVisible()
	await page.getByRole('button', { name: 'Previous statement' }).click()
	await expect(page.getByText('1 of 40')).toBeVisible()
	await begin(page, /rate each policy/)
	await answering(page, () => page.getByRole('button', { name: 'Neutral' }).click())
	await begin(page, /pick the policies/)
	await untilAnswerable(page)
	for (let index = 0; index < 6; index++) await page.getByRole('checkbox').nth(index).check()
	await expect(page.getByText('6 selected')).toBeVisible()
	await page.getByRole('button', { name: 'Submit' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await page.getByRole('tab', { name: 'All Results' }).click()
	await page.locator('summary').first().click()
	await page.getByRole('button', { name: 'Share' }).click()
	await page.getByRole('dialog').getByRole('checkbox').nth(1).check()
	await page.keyboard.press('Escape')
	const results = new URL(page.url()).pathname + new URL(page.url()).search

	await openElection(page, '1912')
	for (const path of [
		results,
		`${results}&view=side-by-side`,
		'/elections',
		'/activity',
		'/settings',
		'/your-data',
		'/about',
		'/results',
		'/test',
		'/admin',
		'/admin/elections',
		'/admin/candidates',
		`/admin/edit-policies/${candidate?.id}`,
		'/admin/extract-policies',
		`/admin/extract-policies/${candidate?.id}`,
		'/admin/positions',
		`/admin/positions/${election.electionId}`,
		'/admin/compare-quizzes',
		`/admin/compare-quizzes/${election.electionId}`,
		`/quiz/${quiz.id}`,
		'/admin/categories',
		'/admin/test-management',
		'/admin/test-feedback',
		'/admin/policy-stats',
		'/admin/users',
		'/admin/history',
		'/admin/about',
		'/admin/exchange',
	]) {
		await tryPage(page, path)
	}
	expect(admin.username).not.toBe('')
	// Other tests on this server count its elections.
	await send('DELETE', `/compare-quizzes/${quiz.id}`)
	await send('DELETE', `/elections/${election.electionId}`)
	await page.evaluate(() => localStorage.clear())
	await page.goto('/login')
	for (const path of ['/login', '/register', '/forgot-password', '/reset-password?token=abc']) {
		await tryPage(page, path)
	}
})
