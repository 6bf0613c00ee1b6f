import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The code of a system error (ENOENT, EACCES, …), or undefined for other errors. */
export const systemCode = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined

/** Creates a folder and its parents. `recursive: true` loops forever in Node where no folder can exist, as in /proc. */
const makeFolder = (path: string): void => {
	if (existsSync(path)) return
	if (dirname(path) !== path) makeFolder(dirname(path))
	try {
		mkdirSync(path, { mode: 0o700 })
	} catch (error) {
		if (systemCode(error) !== 'EEXIST') throw error
	}
}

/**
 * Creates the data folder if needed and runs `work` in it.
 * @throws any failure, with a message that starts with DATA_DIR.
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
 * Creates a file with mode 0600 unless it exists. Hard-links a finished draft, so no reader sees a partial file.
 * @returns true if this call created it.
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
