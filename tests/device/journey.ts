import { progress } from '#domain/quiz.ts'
import type { Result } from '#domain/types.ts'
import type { Device } from '../support/device.ts'

/** Returns the value of a successful result, or throws. */
export const must = <Value>(result: Result<Value, unknown>): Value => {
	if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`)
	return result.value
}

/** Loads the 1912 election and its quizzes. @returns the ids of the quizzes. */
export const load1912 = async (
	device: Device,
): Promise<{ scale: string; binary: string; pick: string }> => {
	must(await device.local.elections.refreshActive())
	const election = (await device.local.elections.active())?.find(({ name }) =>
		name.includes('1912'),
	)
	if (!election) throw new Error('the sample has no 1912 election')
	must(await device.local.compareQuizzes.refreshOf(election.id))
	const quizzes = (await device.local.compareQuizzes.activeOf(election.id)) ?? []
	const idOf = (quizType: string): string =>
		quizzes.find((quiz) => quiz.quizType === quizType)?.id ?? ''
	const ids = { scale: idOf('SCALE'), binary: idOf('BINARY'), pick: idOf('POLICY_PICK') }
	for (const id of Object.values(ids)) must(await device.local.compareQuizzes.refreshIntro(id))
	return ids
}

/** Answers up to `most` statements in order with varying values; a pick quiz selects every third statement. */
export const answerAll = async (device: Device, id: string, most = Infinity): Promise<void> => {
	for (let given = 0; given < most; given++) {
		const attempt = await device.local.attempts.find(id)
		if (attempt === null) throw new Error(`no attempt ${id}`)
		const { current } = progress(attempt)
		if (current === null) return
		if (attempt.quizType === 'POLICY_PICK') {
			const picked = attempt.statements.filter((_, index) => index % 3 === 0)
			const selectedPolicyIds = picked.map(({ policyId }) => policyId)
			must(await device.local.quiz.answer(id, { selectedPolicyIds }, 5000))
			return
		}
		const value = attempt.quizType === 'SCALE' ? (given % 5) - 2 : given % 2
		must(await device.local.quiz.answer(id, { policyId: current.policyId, value }, 800))
	}
}
