import { answering } from '../e2e/quiz-page.ts'
import { expectFigures, recorded, tapSides, untilTestsSent } from '../e2e/test-page.ts'
import { expect, test } from './fixtures.ts'

test('takes a knowledge test to its end with taps and swipes', async ({ tab, network, server }) => {
	await tab.goto(`${network.origin}/test`)
	const given = await tapSides(tab, 10)
	const sides = tab.getByRole('group', { name: 'Your guess' }).getByRole('button')
	const names = [await sides.nth(0).textContent(), await sides.nth(1).textContent()]
	for (let index = 0; index < 10; index++) {
		const side = index % 2
		const card = tab.getByRole('article')
		const policy = await answering(tab, () => tab.swipe(card, side === 0 ? 'left' : 'right'))
		given.set(policy, (names[side] ?? '').replace(/^[A-Z]{2}(?=[A-Z])/, ''))
	}
	await tab.getByRole('heading', { name: 'About you (optional)' }).waitFor()
	await tab.getByRole('button', { name: 'See my results' }).click()
	await tab.getByRole('heading', { name: 'Your results' }).waitFor()
	await untilTestsSent(tab)
	const correct = await expectFigures(tab, given)
	const id = new URL(await tab.url()).searchParams.get('sessionId') ?? ''
	expect(await recorded(server, id)).toMatchObject({ finished: true, guesses: 20, correct })
})
