import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10

/** The text of a file of /proc; null where the process has ended. */
const read = (path: string): string | null => {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : null
		if (code === 'ENOENT' || code === 'ESRCH') return null
		throw error
	}
}

const childrenOf = (pid: number): number[] => {
	const tasks = readdirSync(`/proc/${pid}/task`)
	const lists = tasks.map((task) => read(`/proc/${pid}/task/${task}/children`) ?? '')
	return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** The CPU time that a process and all that it started have used, in ms; those that have ended are counted by who began them. */
export const cpuMs = (pid: number): number => {
	const stat = read(`/proc/${pid}/stat`)
	if (stat === null) return 0
	// The name in brackets may hold anything. Behind it: user, system, and both of children that have ended.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK_MS
	return own + childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), 0)
}
