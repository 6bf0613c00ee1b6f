import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Loads TypeScript. The larger young generation saves a fifth of the time. */
const EXEC_ARGV = ['--import', 'tsx', '--max-semi-space-size=64']

/**
 * Runs jobs in child processes, one per core. Results are in the order of the jobs.
 * @param worker a module that answers each message with one message.
 * @param done called with each result as it arrives.
 */
export const inParallel = async <Job extends object, Outcome>(
	worker: URL,
	jobs: readonly Job[],
	done: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> => {
	const outcomes: Outcome[] = []
	const waiting = jobs.entries()
	const work = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const child = fork(worker, { execArgv: EXEC_ARGV })
			let at = -1
			const next = (): void => {
				const job = waiting.next()
				if (job.done) {
					child.disconnect()
					return
				}
				at = job.value[0]
				child.send(job.value[1])
			}
			child.on('message', (outcome) => {
				outcomes[at] = outcome as Outcome
				done(outcome as Outcome)
				next()
			})
			child.on('error', reject)
			child.on('exit', (code) =>
				code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`)),
			)
			next()
		})
	await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work))
	return outcomes
}
