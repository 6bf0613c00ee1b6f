import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readReceipt } from '#contract/receipt.ts'
import { reportLines } from './report.ts'
import { verifyReceipt } from './verify.ts'

const main = async (file: string | undefined): Promise<0 | 1> => {
	if (file === undefined) {
		console.error('Usage: npm run verify-receipt -- FILE')
		return 1
	}
	// npm changes to the package's folder; INIT_CWD is the user's.
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
