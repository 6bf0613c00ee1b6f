import { randomUUID } from 'node:crypto'
import { and, eq, isNull, like } from 'drizzle-orm'
import { expect } from 'vitest'
import { candidates, policies, positions } from '#server/db/schema.ts'
import { openResults } from '../support/quiz-screens.ts'
import { type Page, type Server, test } from '../support/screens.ts'
import { takeQuiz } from '../support/take-quiz.ts'

const QUOTE = 'A private monopoly is indefensible and intolerable.'
const SOURCE = 'Democratic platform of 1912'

/** Gives Taft a position against each statement of Roosevelt, with a quote. */
const givePositions = async ({ db }: Server): Promise<void> => {
	const idOf = async (name: string): Promise<string> => {
		const [row] = await db
			.select()
			.from(candidates)
			.where(like(candidates.name, `%${name}`))
		return row?.id ?? ''
	}
	const [owner, other] = await Promise.all([idOf('Roosevelt'), idOf('Taft')])
	const owned = await db
		.select({ policyId: policies.id })
		.from(policies)
		.where(and(eq(policies.candidateId, owner), isNull(policies.deletedAt)))
	const common = {
		candidateId: other,
		value: -1,
		...{ quote: QUOTE, source: SOURCE, url: 'https://example.org/platform' },
		...({ status: 'VALIDATED', givenBy: 'party' } as const),
		createdAt: new Date(),
	}
	const rows = owned.map(({ policyId }) => ({ ...common, id: randomUUID(), policyId }))
	await db.insert(positions).values(rows).onConflictDoNothing()
}

const cardOf = (page: Page, name: RegExp) =>
	page.getByRole('tabpanel').locator('ol > li').filter({ hasText: name })

test('explains scores with positions in words', async ({ page, server, voter }) => {
	await givePositions(server)
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', () => 2)
	await openResults(page, attemptId)
	await expect(page.getByRole('heading', { name: 'How certain is this result?' })).toBeVisible()
	await page.getByRole('tab', { name: 'All Results' }).click()

	const card = cardOf(page, /Taft/)
	await expect(
		card.getByText(/^Between [\d.]+% and [\d.]+%: \d+ positions are unknown$/),
	).toBeVisible()
	await card.getByText('Why this score').click()
	await expect(card.getByText('You differ by 3 steps').first()).toBeVisible()
	await expect(card.getByText('Against', { exact: true }).first()).toBeVisible()
	await expect(card.getByText('In the party’s words').first()).toBeVisible()
	await expect(card.getByText('You agree').first()).toBeVisible()
	await expect(card.getByText(/÷ .* × 100 =/)).toHaveCount(0)
	await card.getByRole('checkbox', { name: 'Show the math' }).click()
	await expect(card.getByText('1 × 0.25 = 0.25', { exact: true }).first()).toBeVisible()
	await expect(card.getByText(/÷ .* × 100 =/)).toBeVisible()
})

test('lists where everyone stands, with quotes and sources', async ({ page, server, voter }) => {
	await givePositions(server)
	const { attemptId, state } = await takeQuiz(server.origin, voter, 'BINARY', () => 1)
	await openResults(page, attemptId)
	await page.getByRole('tab', { name: 'All Results' }).click()
	const section = page.locator('section').filter({ hasText: 'Where everyone stands' })
	const statements = section.getByRole('button')
	await expect(statements).toHaveCount(state.allPolicies.length)
	const roosevelt = state.allPolicies.find(
		({ positions }) => Object.keys(positions ?? {}).length > 0,
	)
	await statements.filter({ hasText: roosevelt?.text ?? '' }).click()
	const contested = page.getByRole('dialog')
	await expect(contested).toContainText('Theodore Rooseveltthe same as youStrongly for')
	await expect(contested).toContainText('William Howard Tafton the other sideAgainst')
	await expect(contested).toContainText('Woodrow WilsonNo known position')
	await expect(contested.getByText('In the party’s words')).toBeVisible()
	await expect(contested.getByText(QUOTE)).toBeVisible()
	await expect(contested.getByRole('link', { name: 'Open example.org' })).toHaveAttribute(
		'href',
		'https://example.org/platform',
	)
})
