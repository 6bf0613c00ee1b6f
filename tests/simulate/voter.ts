import type { OutboxEntry, StoredAttempt } from '#device/db.ts'
import { picksNeeded, progress } from '#domain/quiz.ts'
import type { Statement } from '#domain/types.ts'
import { QUIZZES, storeCatalogue } from './catalogue.ts'
import type { Tab } from './device.ts'
import { command, type Run, refusedOf, signIn, signOut, USERS, waitingOf } from './run.ts'
import { takeTest } from './visitor.ts'

const ignore = (): void => undefined

/** Started more often, because early completions are rare. */
const WITH_POSITIONS = QUIZZES.filter(({ quizType }) => quizType !== 'POLICY_PICK')

const ownAttempts = (run: Run): Promise<StoredAttempt[]> => {
	const userId = run.device.user?.key ?? ''
	return run.device.look((db) => db.attempts.where({ userId }).toArray())
}

const answerOne = (run: Run, tab: Tab, attempt: StoredAttempt): void => {
	const { world } = run
	const { quiz } = tab.local
	if (attempt.quizType === 'POLICY_PICK') {
		const ids = attempt.statements.map((statement) => statement.policyId)
		const first = world.below(2)
		const selectedPolicyIds = ids.slice(first, first + picksNeeded(ids.length) + world.below(2))
		const given = { selectedPolicyIds }
		command(run, tab, 'quiz.interact', () => quiz.answer(attempt.id, given, 1))
		return
	}
	const { current } = progress(attempt)
	const give = (statement: Statement) => {
		const value = attempt.quizType === 'SCALE' ? world.below(5) - 2 : world.below(2)
		return () => quiz.answer(attempt.id, { policyId: statement.policyId, value }, 1)
	}
	if (world.oneIn(5)) {
		const { policyId } = current ?? world.pick(attempt.statements)
		command(run, tab, 'quiz.skip', () => quiz.answer(attempt.id, { policyId, value: null }, 1))
		return
	}
	const again = current === null || world.oneIn(4)
	const first = again ? world.pick(attempt.statements) : current
	// A quick voter gives more answers before the first one is sent.
	const others = attempt.statements.filter(
		({ policyId }) => !Object.hasOwn(attempt.answers, policyId),
	)
	const quick = !world.oneIn(4) ? others.filter((other) => other !== first).slice(0, 3) : []
	command(run, tab, 'quiz.interact', ...[first, ...quick].map(give))
}

/** Takes the voter's next step: the next action on an attempt, or a start. */
export const takeStep = async (run: Run, tab: Tab): Promise<void> => {
	const { world } = run
	const { quiz } = tab.local
	const attempts = (await ownAttempts(run)).filter(
		(attempt) => !attempt.superseded && attempt.statements.length > 0,
	)
	const running = attempts.filter((attempt) => attempt.status === 'IN_PROGRESS')
	const done = attempts.filter((attempt) => attempt.status === 'COMPLETED')
	const attempt = running.length > 0 ? world.pick(running) : undefined
	if (done.length > 0 && world.oneIn(3)) {
		const { id } = world.pick(done)
		return command(run, tab, 'quiz.reset', () => quiz.reset(id))
	}
	if (attempt === undefined || (running.length < 2 && world.oneIn(5))) {
		const { id } = world.pick([...WITH_POSITIONS, ...QUIZZES])
		return command(run, tab, 'quiz.start', () => quiz.start(id))
	}
	if (world.oneIn(10)) return command(run, tab, 'quiz.reset', () => quiz.reset(attempt.id))
	const { isComplete, canFinish } = progress(attempt)
	if (isComplete && !world.oneIn(4)) {
		return command(run, tab, 'quiz.complete', () => quiz.complete(attempt.id))
	}
	if (canFinish && !isComplete && !world.oneIn(4)) {
		return command(run, tab, 'quiz.finish', () => quiz.complete(attempt.id, true))
	}
	answerOne(run, tab, attempt)
}

/** Reads from the server, which must not undo unsent answers. */
const read = async (run: Run, tab: Tab): Promise<void> => {
	const attempts = await ownAttempts(run)
	if (attempts.length > 0 && run.world.oneIn(2)) {
		tab.local.attempts.refresh(run.world.pick(attempts).id).then(ignore, ignore)
	} else {
		tab.local.attempts.refreshHistory().then(ignore, ignore)
	}
}

/**
 * Answers a refused statement differently, so that a later retry arrives after its replacement.
 * @returns true if there was a statement to answer.
 */
export const answerDifferently = async (
	run: Run,
	tab: Tab,
	refused: OutboxEntry,
): Promise<boolean> => {
	const { policyId, value: previous } = refused.args as {
		policyId?: string
		value?: number | null
	}
	const attempt = (await ownAttempts(run)).find(({ id }) => id === refused.stream)
	// Already answered again, or not an answer to a single statement.
	if (!attempt || !policyId || attempt.answers[policyId] !== previous) return false
	const others = attempt.quizType === 'SCALE' ? [-2, -1, 0, 1, 2] : [0, 1]
	const value = run.world.pick(others.filter((other) => other !== previous))
	command(run, tab, 'quiz.interact', () =>
		tab.local.quiz.answer(attempt.id, { policyId, value }, 1),
	)
	return true
}

const settleRefused = async (run: Run, tab: Tab): Promise<void> => {
	const { world } = run
	const { outbox } = tab.local
	const refused = await refusedOf(run, run.device.user?.key ?? '')
	if (refused.length === 0) return
	const entry = world.pick(refused)
	if (world.oneIn(4)) {
		world.log(`${tab.name} dismisses ${entry.id.slice(0, 8)}`)
		// Dismissing a start also dismisses the entries that depend on it.
		const begun = entry.command === 'quiz.start' || entry.command === 'quiz.reset'
		const gone = refused.filter(
			({ id, stream }) => id === entry.id || (begun && stream === entry.stream),
		)
		for (const { id } of gone) run.discarded.add(id)
		outbox.dismiss(entry.seq).catch(ignore)
		return
	}
	if (!world.oneIn(3) && (await answerDifferently(run, tab, entry))) return
	const all = world.oneIn(2)
	world.log(`${tab.name} retries ${all ? 'everything' : entry.id.slice(0, 8)}`)
	for (const { id } of refused) run.retried.add(id)
	const again = all ? outbox.retryAll() : outbox.retry(entry.seq)
	again.then(ignore, ignore)
}

/** Discards unsent entries. Only while no command runs, so that the discarded entries are known. */
const discard = async (run: Run, tab: Tab): Promise<void> => {
	if (run.device.tabs.some(({ busy }) => busy)) return
	const { tabs } = run.device
	// The dialog blocks the pages until it is done.
	for (const each of tabs) each.busy = true
	for (const { id } of await waitingOf(run, run.device.user?.key ?? '')) run.discarded.add(id)
	run.world.log(`${tab.name} discards waiting entries`)
	const done = (): void => {
		for (const each of tabs) each.busy = false
	}
	tab.local.account.discardUnsent().then(done, done)
	// If a tab dies, its dialog ends too.
	run.world.after(5000, null, done)
}

/** Erases a voter's data from a shared device if nothing waits, including refused entries. */
const erase = async (run: Run, tab: Tab): Promise<void> => {
	const { device, world } = run
	for (const { id } of await refusedOf(run, device.user?.key ?? '')) run.discarded.add(id)
	world.log(`${tab.name} erases the data of ${device.user?.key}`)
	const after = async (erased: boolean): Promise<void> => {
		world.log(`${tab.name} erased ${erased ? 'all' : 'nothing'}`)
		if (!erased) return
		signOut(run)
		await device.look((db) => storeCatalogue(db))
	}
	tab.local.account.erase().then(after).catch(ignore)
}

/** Actions of a voter with their relative frequency. */
const ACTIONS: readonly (readonly [number, (run: Run, tab: Tab) => Promise<void> | void])[] = [
	[130, takeStep],
	[160, takeTest],
	[32, read],
	[30, settleRefused],
	[10, (_run, tab) => void tab.local.engine.wake().catch(ignore)],
	[10, (_run, tab) => void tab.local.engine.drain().catch(ignore)],
	[10, ({ device }, tab) => void device.reload(tab)],
	[12, ({ device }) => device.wakeWorker()],
	[8, (run) => signIn(run, run.world.pick(USERS))],
	[6, (run) => signOut(run)],
	[2, discard],
	[4, erase],
]
const TOTAL = ACTIONS.reduce((sum, [often]) => sum + often, 0)

export const act = async (run: Run): Promise<Tab | null> => {
	const { world, device } = run
	while (device.tabs.length < 2) device.open()
	const tab = world.pick(device.tabs)
	if (tab.frozen || tab.busy) return null
	if (device.user === null) {
		if (world.oneIn(3)) await takeTest(run, tab)
		else if (world.oneIn(2)) signIn(run, world.pick(USERS))
		return null
	}
	let die = world.below(TOTAL)
	for (const [often, action] of ACTIONS) {
		die -= often
		if (die >= 0) continue
		await action(run, tab)
		break
	}
	return tab
}
