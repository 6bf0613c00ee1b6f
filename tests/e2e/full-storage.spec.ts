import { expect, test } from './fixtures.ts'
import { beginFirst, statement } from './quiz-page.ts'

test('stays signed in and closes notices when the storage is full', async ({
	page,
	voter,
	complaints,
}) => {
	expect(voter.username).not.toBe('')
	await page.addInitScript(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException('no room', 'QuotaExceededError')
		}
	})
	await page.reload()
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
	const offer = page.getByRole('region', { name: 'Use Evenhand as an app' })
	await offer.getByRole('button', { name: 'Not now' }).click()
	await expect(offer).toHaveCount(0)
	await beginFirst(page, /agree or disagree/)
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(statement(page)).toBeVisible()
	// Only the full storage is reported.
	expect(complaints.filter((text) => !text.includes('no room'))).toEqual([])
	complaints.length = 0
})
