import { endpoints } from '#contract/index.ts'
import { type Place, type Write, writeBy } from '../crash-points.ts'
import { answerAll, quiz1912, replyOf } from '../quizzes.ts'
import type { Voter } from '../server.ts'

const { auth, manageUsers, quiz, yourData } = endpoints

let fresh = 0

const linkOf = async ({ server, admin }: Place, voter: Voter): Promise<string> => {
	const email = voter.user.email ?? ''
	replyOf(await server.call(auth.forgotPassword, { body: { email } }))
	const listed = replyOf(await admin.call(endpoints.passwordResets.list, {}))
	const link = listed.find(({ username }) => username === voter.user.username)?.link
	return new URL(link ?? 'nothing:').searchParams.get('token') ?? ''
}

const deletedUser = async ({ server, admin }: Place) => {
	const { user } = await server.registerVoter()
	const params = { id: user.id }
	replyOf(await admin.call(manageUsers.remove, { params }))
	return params
}

/** Writes to accounts, by name. */
export const ACCOUNT_WRITES: Readonly<Record<string, Write>> = {
	'a registration': writeBy(auth.register, async ({ server }) => {
		const username = `fresh${++fresh}`
		const body = { username, email: `${username}@example.org`, password: 'a good password' }
		return { call: server.call, input: { body } }
	}),
	'a new password': writeBy(auth.resetPassword, async (place) => {
		const voter = await place.server.registerVoter()
		const body = { token: await linkOf(place, voter), password: 'another password' }
		return { call: place.server.call, input: { body } }
	}),
	'the erasure of an account': writeBy(yourData.erase, async (place) => {
		const voter = await place.server.registerVoter()
		const params = { compareQuizId: await quiz1912(voter, 'POLICY_PICK') }
		// A fixed seed.
		const state = replyOf(await voter.call(quiz.start, { params, body: { seed: 'one' } }))
		await answerAll(voter, state)
		await linkOf(place, voter)
		return { call: voter.call, input: { body: { password: voter.password } } }
	}),
	'other roles': writeBy(manageUsers.setRoles, async ({ server, admin }) => {
		const { user } = await server.registerVoter()
		return {
			call: admin.call,
			input: { params: { id: user.id }, body: ['ROLE_MODERATOR' as const] },
		}
	}),
	'the deletion of a user': writeBy(manageUsers.remove, async (place) => {
		const voter = await place.server.registerVoter()
		await linkOf(place, voter)
		return { call: place.admin.call, input: { params: { id: voter.user.id } } }
	}),
	'the restoration of a user': writeBy(manageUsers.restore, async (place) => ({
		call: place.admin.call,
		input: { params: await deletedUser(place) },
	})),
}

/** Requests a reset link. A second call creates another link and invalidates the first. */
export const LINK = writeBy(auth.forgotPassword, async ({ server }) => {
	const { user } = await server.registerVoter()
	return { call: server.call, input: { body: { email: user.email ?? '' } } }
})
