import { answerRest } from '../support/take-quiz.ts'
import { attemptIds, untilSent } from './attempt-events.ts'
import { expectedScores } from './expected-scores.ts'
import { expect, forgetNetworkErrors, registerVoter, signIn, test } from './fixtures.ts'
import {
	answering,
	begin,
	beginFirst,
	dismissTutorial,
	holdCard,
	openElection,
	readResults,
	SCALE_AGREEMENT,
	type ScaleLabel,
	statement,
	statementText,
	swipe,
	untilAnswerable,
} from './quiz-page.ts'
import { candidates, skipToResults, tapSides } from './test-page.ts'

test('takes a new visitor through a scale quiz to correct results', async ({ page, server }) => {
	const username = `visitor${Date.now()}`
	await page.goto('/')
	await expect(page).toHaveURL(/\/test$/)
	await expect(page.getByText('United States presidential election, 1912')).toBeVisible()
	const introduction = page.getByText('Ten real promises, names hidden.')
	await expect(introduction).toBeVisible()
	// While the app takes over from the policy that is drawn before it, neither has a place.
	await expect(page.locator('#root:not([hidden])')).toBeVisible()
	const place = () => candidates(page).first().boundingBox()
	const before = await place()
	await tapSides(page, 1)
	await expect(introduction).toBeHidden()
	expect(await place()).toEqual(before)
	await tapSides(page, 9)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
	await expect(page.getByText('You need a free account to save your answers.')).toBeVisible()
	await page.getByRole('link', { name: 'Create an account' }).click()
	await expect(page.getByText('Comparing candidates takes a free account.')).toBeVisible()
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill('a good password')
	await page.getByLabel('Confirm password', { exact: true }).fill('a good password')
	await page.getByRole('button', { name: 'Register' }).click()
	// The quizzes of the test's election.
	await expect(page.getByRole('link', { name: /rate each policy/ })).toBeVisible()
	await expect(page).toHaveURL(/\/elections\/[^/]+\/quizzes$/)

	await beginFirst(page, /rate each policy/)
	const agreements = new Map<string, number>()
	const give = async (label: ScaleLabel, how: () => Promise<void>): Promise<void> => {
		agreements.set(await answering(page, how), SCALE_AGREEMENT[label])
	}
	// Real drags: more than 60 px agrees or disagrees, more than 120 px strongly.
	await give('Agree', () => swipe(page, 90))
	await give('Disagree', () => swipe(page, -90))
	await give('Strongly agree', () => swipe(page, 180))
	await give('Strongly disagree', () => swipe(page, -180))
	const tap = (label: ScaleLabel): Promise<void> =>
		give(label, () => page.getByRole('button', { name: label, exact: true }).click())
	for (const label of Object.keys(SCALE_AGREEMENT) as ScaleLabel[]) await tap(label)
	await untilSent(page)
	const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
	const rest = await answerRest(server.origin, { token }, 2, (index) => ((index * 3) % 5) - 2)
	for (const [text, value] of rest) agreements.set(text, (value + 2) / 4)
	await page.reload()
	await expect(page.getByText('39 of 40', { exact: true })).toBeVisible()
	await tap('Neutral')
	await tap('Agree')
	expect(agreements.size).toBe(40)
	expect(await readResults(page)).toEqual(await expectedScores(agreements))
	await expect(page).not.toHaveURL(/freshCompletion/)
})

test('accepts only far one-finger swipes and the first of two taps', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await beginFirst(page, /rate each policy/)
	const before = await statementText(page)
	await swipe(page, 50)
	await swipe(page, -50)
	await swipe(page, 180, 'cancelled')
	await swipe(page, 180, 'second finger')
	await expect(statement(page)).toHaveText(before)
	await expect(page.getByText('1 of 40')).toBeVisible()
	await page.getByRole('button', { name: 'Agree', exact: true }).dblclick()
	await untilAnswerable(page)
	await expect(page.getByText('2 of 40')).toBeVisible()
	await answering(page, () => swipe(page, 90))
	await expect(page.getByText('3 of 40')).toBeVisible()
})

test('answers nothing by a drag of the background button', async ({ page, server }) => {
	const fact = { background: 'A fact.', backgroundSource: 'Census of 1910' }
	const withFact = (policies: readonly object[]) => policies.map((each) => ({ ...each, ...fact }))
	await page.route('**/candidates/*/policies', async (route) => {
		await route.fulfill({ json: withFact(await (await route.fetch()).json()) })
	})
	await page.route('**/compare-quizzes/*?include=material', async (route) => {
		const { material, ...quiz } = await (await route.fetch()).json()
		const policies = withFact(material.policies)
		await route.fulfill({ json: { ...quiz, material: { ...material, policies } } })
	})
	await page.route('**/api/v2/quiz/**', () => undefined)
	await signIn(page, await registerVoter(server.origin))
	await beginFirst(page, /rate each policy/)
	await untilAnswerable(page)
	const button = page.getByRole('button', { name: 'Background' })
	const { x, y, width, height } = (await button.boundingBox()) ?? {
		x: 0,
		y: 0,
		width: 0,
		height: 0,
	}
	const middle = { x: x + width / 2, y: y + height / 2 }
	await page.mouse.move(middle.x, middle.y)
	await page.mouse.down()
	await page.mouse.move(middle.x + 180, middle.y, { steps: 8 })
	await page.mouse.up()
	await expect(page.getByText('1 of 40')).toBeVisible()
	await button.tap()
	await expect(page.getByRole('dialog')).toContainText('A fact.')
	await page.keyboard.press('Escape')
	await expect(button).toBeFocused()
	await expect(page.getByText('1 of 40')).toBeVisible()
})

test('ignores answer keys while the tutorial is open', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await begin(page, /rate each policy/)
	await expect(page.getByRole('button', { name: 'Got it!' })).toBeFocused()
	for (const key of ['1', '5', 'ArrowRight']) await page.keyboard.press(key)
	await dismissTutorial(page)
	await expect(page.getByText('1 of 40')).toBeVisible()
})

test('ignores a dragged card after a key answered its statement', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await beginFirst(page, /rate each policy/)
	await expect(page.getByRole('region', { name: 'Question' })).toBeFocused()
	await holdCard(page, 150)
	const first = await statementText(page)
	await untilAnswerable(page)
	await page.keyboard.press('3')
	await page.waitForFunction(
		(text) => document.querySelector('article:not([inert] *) h2')?.textContent !== text,
		first,
	)
	await page.mouse.up()
	await expect(page.getByText('2 of 40')).toBeVisible()
	await untilAnswerable(page)
	await page.keyboard.press('3')
	await expect(page.getByText('3 of 40')).toBeVisible()
})

test('picks policies from the list and shows the share of picks', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await begin(page, /pick the policies/)
	const tutorial = page.getByRole('button', { name: 'Got it!' })
	await tutorial.click()
	const submit = page.getByRole('button', { name: 'Submit' })
	const boxes = page.getByRole('checkbox')
	await expect(boxes).toHaveCount(40)
	await expect(page.getByText('Need 6 more policies')).toBeVisible()
	await untilAnswerable(page)
	const agreements = new Map<string, number>()
	for (const [index, label] of (
		await page.getByRole('listitem').locator('label').all()
	).entries()) {
		const picked = index % 6 === 0
		agreements.set((await label.textContent()) ?? '', Number(picked))
		if (!picked) continue
		await expect(submit).toBeEnabled({ enabled: index > 30 })
		await label.click()
		if (index === 24) await expect(page.getByText('Need 1 more policy')).toBeVisible()
	}
	await submit.click()
	expect(await readResults(page)).toEqual(await expectedScores(agreements, 7))
	await expect(page.getByText(/ of your 7 picks$/)).toHaveCount(4)
})

test('resumes an unfinished quiz and offers a retake when completed', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await beginFirst(page, /agree or disagree/)
	for (let index = 0; index < 2; index++) {
		await answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())
	}
	const next = await statementText(page)
	await page.reload()
	await expect(statement(page)).toHaveText(next)
	await begin(page, /agree or disagree/, 'Continue Quiz')
	await expect(statement(page)).toHaveText(next)
	await untilSent(page)
	// Questions answered on another device are not asked here.
	await answerRest(server.origin, voter, 2)
	await page.reload()
	await expect(page.getByText('39 of 40', { exact: true })).toBeVisible()
	for (let left = 2; left > 0; left--) await answering(page, () => page.keyboard.press('2'))
	// The URL changes shortly before the page renders; until then, "Back" still belongs to the question.
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	const [deviceId, serverId] = await attemptIds(page)
	await expect(page).toHaveURL(new RegExp(`quizAttemptId=${serverId}&compareQuizId=[^&]+$`))
	await page.goBack()
	await expect(page).toHaveURL(/\/elections$/)

	await openElection(page, '1912')
	await page.getByRole('link', { name: /agree or disagree/ }).click()
	await expect(page.getByText("You've already completed this quiz.")).toBeVisible()
	await expect(page.getByText(/^You finished it on /)).toBeVisible()
	await page.getByRole('button', { name: 'Retake Quiz' }).click()
	await expect(page.getByText('1 of 40')).toBeVisible()
	await page.goto('/activity')
	await expect(page.getByText('0 of 40 questions answered')).toBeVisible()
	await expect(page.getByRole('button', { name: /Completed/ })).toContainText('1')
	// Both ids lead to the results; the URL then has the server's id.
	await page.goto(`/results/${deviceId}`)
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page).toHaveURL(`/results/${serverId}`)
})

test('links "Take a Quiz" to the active test, else the elections', async ({
	page,
	server,
	complaints,
}) => {
	await signIn(page, await registerVoter(server.origin))
	await page.goto('/activity')
	await expect(page.getByRole('link', { name: 'Find Elections' }).last()).toBeVisible()
	await page.getByRole('link', { name: 'Take a Quiz' }).click()
	await expect(page).toHaveURL(/\/test$/)
	await page.route('**/public/test-config/active', (route) => route.fulfill({ status: 404 }))
	await page.goto('/activity')
	const checked = page.waitForResponse('**/public/test-config/active')
	await page.reload()
	await checked
	await page.getByRole('link', { name: 'Take a Quiz' }).click()
	await expect(page).toHaveURL(/\/elections$/)
	forgetNetworkErrors(complaints)
})
