import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { readReceipt } from '#contract/receipt.ts'
import { verifyReceipt } from '#receipt/verify.ts'
import { filesSaved, openResults } from '../support/quiz-screens.ts'
import { test } from '../support/screens.ts'
import { clearly, type GiveAnswer, takeQuiz } from '../support/take-quiz.ts'

const run = promisify(execFile)

/** Runs the program that README names for checking a receipt. */
const verify = async (path: string): Promise<{ code: number; output: string }> => {
	try {
		const { stdout } = await run('npm', ['run', '--silent', 'verify-receipt', '--', path])
		return { code: 0, output: stdout }
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
		return { code, output: stdout + stderr }
	}
}

/** Differences that the same program finds in a receipt. */
const differences = (text: string): string => {
	const read = readReceipt(text)
	if (!read.ok) throw new Error(read.error)
	const wrong = verifyReceipt(read.value).filter(({ ok }) => !ok)
	return wrong.map(({ what }) => what).join(', ')
}

for (const quizType of ['SCALE', 'POLICY_PICK'] as const) {
	test(`verifies a saved ${quizType} receipt and detects changes`, async ({
		page,
		server,
		voter,
	}) => {
		const saved = filesSaved()
		const give: GiveAnswer =
			quizType === 'SCALE' ? clearly : (candidate, index) => Number(index < 8 - 2 * candidate)
		const { attemptId } = await takeQuiz(server.origin, voter, quizType, give)
		await openResults(page, attemptId)
		await page.getByRole('button', { name: 'Receipt' }).click()
		await expect.poll(() => saved.length).toBe(1)
		expect(saved[0]?.name).toMatch(/^evenhand-receipt-\d{4}-\d\d-\d\d\.json$/)
		const text = (await saved[0]?.text()) ?? ''
		for (const secret of [voter.username, voter.token, attemptId, '@example.org']) {
			expect(text).not.toContain(secret)
		}
		const read = readReceipt(text)
		expect(read).toMatchObject({ ok: true, value: { status: 'confirmed' } })

		const folder = await mkdtemp(join(tmpdir(), 'evenhand-receipt-'))
		onTestFinished(() => rm(folder, { recursive: true }))
		const [right, wrong, broken] = await Promise.all(
			[
				text,
				text.replace(/"percentage": [\d.]+/, '"percentage": 12.3'),
				text.replace('"seed"', '"sid"'),
			].map(async (receipt, index) => {
				const path = join(folder, `${index}.json`)
				await writeFile(path, receipt)
				return verify(path)
			}),
		)
		expect(right?.output).toContain('The receipt is right')
		expect(right?.code).toBe(0)
		expect(wrong?.output).toMatch(/percentage .*DIFFERENT/)
		expect(wrong?.code).toBe(1)
		expect(broken?.output).toContain('is not a receipt: seed: is missing')
		expect(broken?.code).toBe(1)

		const statement = /"answer": (-?\d)/
		const changed = text.replace(statement, (_, value) => `"answer": ${value === '1' ? 0 : 1}`)
		expect(differences(changed)).toContain('agreement')
		expect(differences(text.replace('"weight": 1', '"weight": 2'))).toContain('Σ weight')
	})
}
