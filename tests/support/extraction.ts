import type { Extraction } from '#contract/admin/extraction.ts'
import { endpoints } from '#contract/index.ts'
import { replyOf } from './quizzes.ts'
import type { Voter } from './server.ts'

const { policyExtraction: rows } = endpoints

/** A platform with five commitments and some filler. */
export const PLATFORM = [
	'Ann Meadows for the county',
	'Thank you for visiting. I was born here and have loved this county all my life.',
	'Schools',
	'We will hire 200 more teachers by 2028.',
	'We will provide free school meals for every child in primary school.',
	'Transport',
	'We will build a tram line from the harbour to the university.',
	'We will freeze bus fares for three years.',
	'Health',
	'We will open a walk-in clinic in every district.',
	'Come to our summer party on the green and bring your friends.',
].join('\n\n')

/** The platform as HTML. */
export const PLATFORM_PAGE = `<!doctype html><title>Ann Meadows: what I stand for</title><h1>Ann Meadows</h1>${PLATFORM.split(
	'\n\n',
)
	.map((line) => (line.includes(' ') ? `<p>${line}</p>` : `<h2>${line}</h2>`))
	.join('\n')}`

/** Waits until an extraction ends. */
export const ended = async (admin: Voter, id: string): Promise<Extraction> => {
	for (let tries = 0; tries < 200; tries++) {
		const extraction = replyOf(await admin.call(rows.get, { params: { id } }))
		if (extraction.status !== 'RUNNING') return extraction
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
	throw new Error('the extraction did not end')
}
