import { and, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Sent } from '#contract/endpoint.ts'
import type { knowledgeTest, testConfig } from '#contract/knowledge-test.ts'
import {
	type ComparedCandidate,
	candidates,
	settings,
	testConfigurations,
} from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'

/** The key under which the switch of the knowledge test is stored, as `{ enabled }`. */
export const TEST_FEATURE = 'testFeature'

/** The pair that is tested now. */
interface ActiveTest {
	readonly id: string
	readonly candidate1: ComparedCandidate
	readonly candidate2: ComparedCandidate
	readonly createdAt: Date
}

/** Whether the test is switched on. */
export const isTestEnabled = async (db: Db): Promise<boolean> => {
	const [row] = await db
		.select({ value: settings.value })
		.from(settings)
		.where(eq(settings.key, TEST_FEATURE))
	const value = row?.value
	return typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true
}

/** The active pair; null where none is, or the test is off. */
export const findActiveTest = async (db: Db): Promise<ActiveTest | null> => {
	if (!(await isTestEnabled(db))) return null
	const [one, two] = [alias(candidates, 'one'), alias(candidates, 'two')]
	const [row] = await db
		.select({
			id: testConfigurations.id,
			createdAt: testConfigurations.createdAt,
			candidate1: { id: one.id, name: one.name, logo: one.logo },
			candidate2: { id: two.id, name: two.name, logo: two.logo },
		})
		.from(testConfigurations)
		.innerJoin(one, eq(one.id, testConfigurations.candidate1Id))
		.innerJoin(two, eq(two.id, testConfigurations.candidate2Id))
		.where(and(eq(testConfigurations.active, true), isNull(one.deletedAt), isNull(two.deletedAt)))
	return row ?? null
}

/** The active configuration as the app asks for it; 404 where there is none. */
export const getActiveTest = async (db: Db): Promise<Sent<typeof testConfig.active>> => {
	const active = await findActiveTest(db)
	if (active === null) throw notFound()
	const { id, candidate1, candidate2, createdAt } = active
	return {
		id,
		candidate1Id: candidate1.id,
		candidate2Id: candidate2.id,
		candidate1Name: candidate1.name,
		candidate2Name: candidate2.name,
		isActive: true,
		createdAt: createdAt.toISOString(),
	}
}

/** The candidates of the active test; none where there is none. */
export const listTestCandidates = async (
	db: Db,
): Promise<Sent<typeof knowledgeTest.candidates>> => {
	const active = await findActiveTest(db)
	return active === null ? [] : [active.candidate1, active.candidate2]
}
