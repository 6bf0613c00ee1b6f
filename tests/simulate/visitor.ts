import type { StoredTestSession } from '#device/db.ts'
import type { Tab } from './device.ts'
import { command, type Run } from './run.ts'

const ignore = (): void => undefined

const sessionsOf = ({ device }: Run): Promise<StoredTestSession[]> =>
	device.look((db) => db.testSessions.toArray())

export const takeTest = async (run: Run, tab: Tab): Promise<void> => {
	const { world } = run
	if (tab.visitor === null) return
	const { tests, engine } = tab.visitor
	if (world.oneIn(12)) return void engine.wake().catch(ignore)
	const sessions = await sessionsOf(run)
	const finished = sessions.filter(({ stage }) => stage === 'finished')
	if (finished.length > 0 && !world.oneIn(4)) {
		const { id } = world.pick(finished)
		return command(run, tab, 'test.feedback', () => tests.feedback(id, 'Well made.'))
	}
	const open = sessions.find(({ stage }) => stage === 'open')
	if (open === undefined) {
		const fetched = world.oneIn(3) ? tests.fetchSpare() : tests.tidy().then(tests.begin)
		return void fetched.then(ignore, ignore)
	}
	const { id, policies, guesses, candidate1, candidate2 } = open
	const ended = guesses.length === policies.length || (guesses.length > 0 && !world.oneIn(3))
	if (ended) {
		const demographics = { age: null, gender: null }
		return command(run, tab, 'test.complete', () => tests.finish(id, demographics))
	}
	const first = world.oneIn(6) ? world.pick(policies) : policies[guesses.length]
	// A quick visitor makes more guesses before the first one is sent.
	const quick = world.oneIn(5) ? [] : policies.slice(guesses.length + 1)
	const give = (policy = first) => {
		const candidate = world.pick([candidate1, candidate2])
		return () => tests.guess(id, policy?.policyId ?? '', candidate.id, 1)
	}
	command(run, tab, 'test.guess', ...[first, ...quick].map((policy) => give(policy)))
}
