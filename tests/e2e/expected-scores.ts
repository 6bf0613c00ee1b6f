import { readFile } from 'node:fs/promises'

/** Candidate by statement from the sample file. The app hides this until the results. */
const platform1912 = async (): Promise<ReadonlyMap<string, string>> => {
	const text = await readFile('src/server/sample/presidential-1912.json', 'utf8')
	const file = JSON.parse(text) as {
		candidates: { name: string; policies: { text: string }[] }[]
	}
	return new Map(
		file.candidates.flatMap(({ name, policies }) => policies.map((policy) => [policy.text, name])),
	)
}

/**
 * Independent calculation of the scores from raw answers, per decisions C1 and C2: mean agreement of each candidate's
 * statements in percent, rounded half up to one decimal. All weights of the sample are 1.
 * @param agreements agreement from 0 to 1 by statement text.
 */
export const expectedScores = async (
	agreements: ReadonlyMap<string, number>,
	picks = Number.POSITIVE_INFINITY,
): Promise<Record<string, string>> => {
	const platform = await platform1912()
	const sums = new Map<string, { agreed: number; asked: number }>()
	for (const [text, agreement] of agreements) {
		const name = platform.get(text)
		if (name === undefined) throw new Error(`not a statement of 1912: ${text}`)
		const { agreed, asked } = sums.get(name) ?? { agreed: 0, asked: 0 }
		sums.set(name, { agreed: agreed + agreement, asked: asked + 1 })
	}
	return Object.fromEntries(
		[...sums].map(([name, { agreed, asked }]) => [
			name,
			`${Math.floor((agreed / Math.min(asked, picks)) * 1000 + 0.5) / 10}%`,
		]),
	)
}
