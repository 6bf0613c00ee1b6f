import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readReceipt } from '#contract/receipt.ts'
import { reportLines } from './report.ts'
import { verifyReceipt } from './verify.ts'

/** Verifies the receipt in a file and prints what comes out. @returns the exit code: 0 where everything is right, else 1. */
const main = async (file: string | undefined): Promise<0 | 1> => {
	if (file === undefined) {
		console.error('Usage: npm run verify-receipt -- FILE')
		return 1
	}
	// npm runs this in the package's folder, whatever folder the file was named in.
	const path = resolve(process.env.INIT_CWD ?? '.', file)
	const text = await readFile(path, 'utf8').catch((error: Error) => error)
	if (typeof text !== 'string') {
		console.error(`${file} cannot be read: ${text.message}`)
		return 1
	}
	const receipt = readReceipt(text)
	if (!receipt.ok) {
		console.error(`${file} is not a receipt: ${receipt.error}`)
		return 1
	}
	const checks = verifyReceipt(receipt.value)
	for (const line of reportLines(receipt.value, checks)) console.log(line)
	return checks.every(({ ok }) => ok) ? 0 : 1
}

process.exitCode = await main(process.argv[2])
