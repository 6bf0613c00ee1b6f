import { harmlessMessage } from '../db/errors.ts'
import { runBackup, runRestore } from './program.ts'

// Usage: main.ts backup|restore FILE. Exit status 1 on failure.
// Only the owner may read the files that this creates, because they contain personal data.
process.umask(0o077)
const [verb, ...args] = process.argv.slice(2)
try {
	if (verb === 'restore') await runRestore(args, process.env, console.log, new Date())
	else await runBackup(args, process.env, console.log)
} catch (error) {
	console.error(harmlessMessage(error))
	process.exitCode = 1
}
