import type { Page } from 'playwright/test'
import { answerNext, recordOf, unsent, untilSent } from './attempt-events.ts'
import { expect, registerVoter, sendSignIn, signIn, faultyTest as test } from './fixtures.ts'
import { begin, beginFirst, statement, statementText } from './quiz-page.ts'

// Device failures: each shows a clear message, and saved data is never lost silently.

const ANSWERS = /\/api\/v2\/quiz\/(?:interact|batch)\//

/** Runs in the page: inserts smaller and smaller rows until the storage is full. */
const fillUp = async (): Promise<void> => {
	const db = await new Promise<IDBDatabase>((resolve, reject) => {
		const opening = indexedDB.open('filler', 1)
		opening.onupgradeneeded = () =>
			opening.result.createObjectStore('rows', { autoIncrement: true })
		opening.onsuccess = () => resolve(opening.result)
		opening.onerror = () => reject(opening.error)
	})
	const fits = (size: number): Promise<boolean> =>
		new Promise((resolve) => {
			const writing = db.transaction('rows', 'readwrite')
			// Random data, because the browser compresses its storage.
			writing.objectStore('rows').add(crypto.getRandomValues(new Uint8Array(size)))
			writing.oncomplete = () => resolve(true)
			writing.onabort = () => resolve(false)
		})
	for (let size = 65_536; size > 10; size = Math.floor(size / 4)) {
		while (await fits(size));
	}
	db.close()
}

/** Limits the disk before the page stores anything: the browser does not check the quota on each write. */
const limitDisk = async (page: Page, origin: string) => {
	// The limit belongs to this page's process; /robots.txt contains no code of the app.
	await page.goto('/robots.txt')
	const cdp = await page.context().newCDPSession(page)
	const limit = async (quotaSize?: number): Promise<void> => {
		await cdp.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize && { quotaSize }) })
	}
	await limit(8_000_000)
	return {
		/** Fills another database until no write succeeds. */
		async fill(): Promise<void> {
			await page.evaluate(fillUp)
			await limit(1)
		},
		empty: () => limit(),
	}
}

const agree = (page: Page): Promise<void> =>
	page.getByRole('button', { name: 'Agree', exact: true }).click()

test('reports a full disk and does not show the answer as saved', async ({
	page,
	server,
	network,
	complaints,
}) => {
	const disk = await limitDisk(page, network.origin)
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await beginFirst(page, /agree or disagree/)
	const before = await answerNext(page, 2)
	await untilSent(page)
	const text = await statementText(page)
	await disk.fill()
	await agree(page)
	await expect(page.getByText('This device is out of room, so your answer')).toBeVisible()
	await expect(statement(page)).toHaveText(text)
	expect(await unsent(page)).toBe(0)
	await page.reload()
	await expect(statement(page)).toHaveText(text)

	await disk.empty()
	const after = await answerNext(page, 2)
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...before, ...after]])
	complaints.length = 0
})

test('reports answers lost to a deleted database and continues the quiz', async ({
	page,
	voter,
	server,
	network,
	context,
	complaints,
}) => {
	await beginFirst(page, /agree or disagree/)
	const before = await answerNext(page, 3)
	await untilSent(page)
	network.break(ANSWERS, { kind: 'down' })
	await answerNext(page, 2)
	await expect(page.getByRole('button', { name: '2 not sent yet' })).toBeVisible()
	const cdp = await context.newCDPSession(page)
	await cdp.send('Storage.clearDataForOrigin', {
		origin: network.origin,
		storageTypes: 'indexeddb',
	})
	await expect(page.getByRole('alert').getByText(/restart the quiz/)).toBeVisible()
	network.mend()
	await page.goto('/elections')
	await expect(
		page.getByText('This browser deleted what Evenhand had saved on this device.'),
	).toBeVisible()
	await expect(page.getByText('2 answers had not been sent.')).toBeVisible()
	await begin(page, /agree or disagree/, 'Continue Quiz')
	const after = await answerNext(page, 2)
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...before, ...after]])
	complaints.length = 0
})

test('delivers every answer when the clock jumps decades ahead and back', async ({
	page,
	voter,
	server,
	network,
}) => {
	await beginFirst(page, /agree or disagree/)
	const answers: string[] = []
	for (const date of ['2061-03-01T08:00:00Z', '2001-01-01T00:00:00Z']) {
		network.break(ANSWERS, { kind: 'down' }, 2)
		answers.push(...(await answerNext(page, 2)))
		await page.clock.setSystemTime(new Date(date))
		answers.push(...(await answerNext(page, 3)))
		await untilSent(page)
	}
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})

test('delivers answers after a new sign-in when the token is rejected', async ({
	page,
	voter,
	server,
}) => {
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
	await server.halt()
	const answers = await answerNext(page, 3)
	// A new secret invalidates all tokens.
	await server.resume({ JWT_SECRET: 'another secret than before, of 32 or more' })
	await expect(page).toHaveURL(/\/login/, { timeout: 30_000 })
	await expect(page.getByText('saved on this device and will be sent')).toBeVisible()
	expect(await unsent(page)).toBe(3)
	await sendSignIn(page, voter)
	await expect(page.getByRole('region', { name: 'Question' })).toBeVisible()
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})
