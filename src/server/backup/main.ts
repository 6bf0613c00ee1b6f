import { harmlessMessage } from '../db/errors.ts'
import { runBackup, runRestore } from './program.ts'

/** `backup` or `restore` comes first among the arguments; it ends with 1 where it could not be done. */
// What they write is for its owner alone, from its first byte on: it has what people are known by.
process.umask(0o077)
const [verb, ...args] = process.argv.slice(2)
try {
	if (verb === 'restore') await runRestore(args, process.env, console.log, new Date())
	else await runBackup(args, process.env, console.log)
} catch (error) {
	console.error(harmlessMessage(error))
	process.exitCode = 1
}
