import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ is 100 on Linux. */
const TICK_MS = 10

/** Reads a file of /proc. Null if the process has ended. */
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

/** CPU time of a process and its descendants, in ms. */
export const cpuMs = (pid: number): number => {
	const stat = read(`/proc/${pid}/stat`)
	if (stat === null) return 0
	// The process name in parentheses may contain spaces. Then: utime, stime, cutime, cstime.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK_MS
	return own + childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), 0)
}
