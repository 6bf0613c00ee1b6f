import { harmlessMessage } from '../db/errors.ts'
import { runImport } from './program.ts'

try {
	if (!(await runImport(process.argv.slice(2), process.env, console.log))) process.exitCode = 1
} catch (error) {
	console.error(harmlessMessage(error))
	process.exitCode = 1
}
