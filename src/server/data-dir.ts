import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The code of a system's refusal (ENOENT, EACCES, …); undefined for every other error. */
export const systemCode = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined

/** Makes a folder and those above it. Not by `recursive`: with that Node tries for ever where none can be, as in /proc. */
const makeFolder = (path: string): void => {
	if (existsSync(path)) return
	if (dirname(path) !== path) makeFolder(dirname(path))
	try {
		mkdirSync(path, { mode: 0o700 })
	} catch (error) {
		// Another process was quicker.
		if (systemCode(error) !== 'EEXIST') throw error
	}
}

/**
 * Does some work in the data folder, which is made where it is missing.
 * @throws what goes wrong there, in a message that begins with the variable's name.
 */
export const inDataDir = async <Result>(
	dir: string,
	work: () => Result | Promise<Result>,
): Promise<Result> => {
	try {
		makeFolder(resolve(dir))
		return await work()
	} catch (error) {
		const reason = error instanceof Error ? error.message : JSON.stringify(error)
		throw new Error(`DATA_DIR ${dir} cannot be used: ${reason}`)
	}
}

/**
 * Puts a file in place unless one is there, for its owner alone: written aside and linked, so that nobody ever reads half of it.
 * @returns whether it was put there.
 */
export const placeFile = (path: string, text: string): boolean => {
	const draft = `${path}.${randomUUID()}`
	try {
		writeFileSync(draft, text, { mode: 0o600 })
		linkSync(draft, path)
		return true
	} catch (error) {
		if (systemCode(error) === 'EEXIST') return false
		throw error
	} finally {
		rmSync(draft, { force: true })
	}
}
