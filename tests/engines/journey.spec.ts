import { answerNext, recordOf } from '../e2e/attempt-events.ts'
import { expectedScores } from '../e2e/expected-scores.ts'
import { sendSignIn } from '../e2e/fixtures.ts'
import { beginFirst, readResults } from '../e2e/quiz-page.ts'
import { untilControlled } from '../e2e/update-host.ts'
import { expect, goOffline, test } from './fixtures.ts'

test('sends each answer once after an offline quiz and a restart', async ({
	launch,
	network,
	server,
	voter,
}, info) => {
	const profile = info.outputPath('profile')
	const { page, quit } = await launch({ profile })
	await page.goto(`${network.origin}/login`)
	await sendSignIn(page, voter)
	await untilControlled(page)
	await page.getByRole('button', { name: /^Save offline: .*1912$/ }).click()
	await page.getByText('Available offline', { exact: true }).waitFor()

	goOffline(network)
	await page.reload()
	await beginFirst(page, /agree or disagree/)
	const answers = await answerNext(page, 20)
	const address = await page.url()
	await quit()

	const { page: restarted } = await launch({ profile })
	await restarted.goto(address)
	await restarted.getByText('21 of 40', { exact: true }).waitFor()
	answers.push(...(await answerNext(restarted, 20)))
	const agreements = answers.map((event): [string, number] => {
		const [label = '', text = ''] = event.split(/: (.*)/s)
		return [text, Number(label === 'Agree')]
	})
	const scores = await expectedScores(new Map(agreements))
	await restarted.getByText('Estimated on this device').first().waitFor()
	expect(await readResults(restarted)).toEqual(scores)

	network.mend()
	await restarted.reload()
	await restarted.getByRole('heading', { name: 'Your results' }).waitFor()
	await expect.poll(() => restarted.getByText('Estimated on this device').count()).toBe(0)
	expect(await readResults(restarted)).toEqual(scores)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers, 'COMPLETE']])
})
