import { auth } from '#contract/auth.ts'
import type { Local } from '#device/index.ts'
import { progress } from '#domain/quiz.ts'
import { load1912, must } from '../device/journey.ts'
import { createDevice, writesOf } from '../support/device.ts'
import { openRealApp } from '../support/real-app.ts'
import { atMost, type Figure, figure } from './figure.ts'

const GOAL = 1.1

/** Takes a quiz in one tab without waiting for sync. @returns the number of entries. */
const takeQuiz = async (tab: Local, quizId: string): Promise<number> => {
	const id = must(await tab.quiz.start(quizId))
	for (let given = 0; ; given++) {
		const attempt = await tab.attempts.find(id)
		const current = attempt && progress(attempt).current
		if (!current) {
			must(await tab.quiz.complete(id))
			return given + 2
		}
		must(await tab.quiz.answer(id, { policyId: current.policyId, value: given % 2 }, 800))
	}
}

/** Measures requests per entry without failures: two tabs of one device take a quiz at the same time. */
export const sends = async (): Promise<Figure[]> => {
	const { app, close } = await openRealApp()
	const device = createDevice({ fetch: (request) => app.fetch(request), user: null })
	// The sample quizzes start on the server's current day.
	device.now = Date.now()
	try {
		const body = { username: 'bench', email: 'bench@example.org', password: 'a good password' }
		const { token, user } = must(await device.call(auth.register, { body }))
		device.user = { key: user?.id ?? '', token: token ?? '' }
		const { scale, binary } = await load1912(device)
		const before = writesOf(device).length
		const other = device.tab()
		const made = await Promise.all([takeQuiz(device.local, scale), takeQuiz(other, binary)])
		await Promise.all([device.local.engine.drain(), other.engine.drain()])
		const entries = made.reduce((sum, count) => sum + count, 0)
		const requests = writesOf(device).length - before
		const left = await device.db.outbox.count()
		const by = `two tabs, ${entries} entries`
		return [
			figure({
				what: 'requests per entry',
				value: requests / entries,
				by,
				goal: atMost(GOAL),
			}),
			figure({ what: 'entries left in the queue', value: left, by, goal: atMost(0) }),
		]
	} finally {
		device.close()
		await close()
	}
}
