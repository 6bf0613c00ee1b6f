import { describe, expect, it } from 'vitest'
import { blocksOf } from '#domain/extraction/blocks.ts'
import { extract } from '#domain/extraction/extract.ts'

const NAMES = ['Ines Varga', 'Harbour Party']
const quotesOf = async (text: string): Promise<string[]> => {
	const outcome = await extract({ text, blocks: blocksOf(text) }, { names: NAMES })
	if (!outcome.ok) throw new Error(outcome.error)
	return outcome.value.proposals.map(({ quote }) => quote)
}

/** Kinds of sentences on which the extraction failed in texts it had not seen. */
describe('kinds of commitments', () => {
	it.each([
		['will be', 'Bus travel will be free for everybody under nineteen.'],
		['will include', 'Our school programme will include a free breakfast for every pupil.'],
		['is committed to', 'The Harbour Party is committed to reopening the maternity ward.'],
		['can', 'We can cap the rents of council homes, and the council has the power to.'],
		['needs', 'Our hospitals need more nurses on every ward.'],
		['a plan', 'We have a plan to build 400 homes on the old dock.'],
		['the third person', 'The party wants to ban fracking in the county.'],
		['a party that proposes', 'The Harbour Party proposes a tax on empty homes.'],
		['a party that opposes', 'The Harbour Party opposes the sale of the water company.'],
		[
			'a candidate who called for something',
			'Varga called for a ban on the sale of council homes.',
		],
		['what a plan does', 'The Budget raises the tax on flights to $40.'],
		['what is to be done', 'All ferries are to be electrified by 2032.'],
		['a call', 'No more public money for regional airports.'],
	])('finds a commitment of the kind "%s"', async (_, text) => {
		expect(await quotesOf(text)).toEqual([text])
	})

	it.each(['We will build 500 homes a year.', 'We oppose the sale of the water company.'])(
		'shows a plain promise or stance first: %s',
		async (text) => {
			const outcome = await extract({ text, blocks: blocksOf(text) }, { names: NAMES })
			expect(outcome.ok && outcome.value.proposals.map(({ weak }) => weak)).toEqual([false])
		},
	)

	it('finds a commitment under a heading worded like site boilerplate', async () => {
		const text = 'We will ban the sale of patient data to insurers.'
		expect(await quotesOf(`Privacy\n\n${text}`)).toEqual([text])
	})

	it('finds items without a verb in a list of commitments', async () => {
		const found = await quotesOf(
			'We will fight for:\n- Free school meals for every pupil\n- Build 400 council homes\n- An end to hospital parking charges',
		)
		expect(found).toHaveLength(3)
	})

	it('finds bullets inside a line', async () => {
		const found = await quotesOf('We will • cap the rents • plant 500 trees • fix the bridge')
		expect(found).toEqual(['cap the rents', 'plant 500 trees', 'fix the bridge'])
	})

	it.each([
		['ambition', 'Together we will make this county a place of hope for the next generation.'],
		['campaign talk', 'Over the coming weeks we will knock on every door in the county.'],
		['a noun that can be a verb', 'Tax is the price that we pay for a civilised society.'],
		['a misread verb', 'As a child I would daydream about the ships in the harbour.'],
		['a generality', 'A fair society is one where nobody is left behind.'],
		['an accomplishment', 'Since 2019 we have opened four schools and two clinics.'],
		['an effect', 'This would save a family of four about $300 a year.'],
		['what others say', 'Others say that the county needs to close two of its libraries.'],
		['what did not happen', 'The bill would have raised the tax on petrol.'],
		['background', 'Rents rose by a third, and wages fell behind.'],
	])('leaves out a sentence of the kind "%s"', async (_, text) => {
		expect(await quotesOf(text)).toEqual([])
	})

	it('leaves out background behind the first sentence of a bullet', async () => {
		const found = await quotesOf(
			'We will:\n- Cap rents at the rate of inflation. Rents rose by a third last year. Many families moved away.\n- Build 400 homes on the dock.',
		)
		expect(found).toEqual(['Cap rents at the rate of inflation.', 'Build 400 homes on the dock.'])
	})

	it('leaves out a list of accomplishments', async () => {
		const found = await quotesOf(
			'What we have done:\n- Opened two schools in the north of the county\n- Repaired the bridge at Sellen\n- Unemployment fell by a fifth\n- Received the largest grant in the history of the county',
		)
		expect(found).toEqual([])
	})

	it('leaves out a table of contents', async () => {
		const found = await quotesOf(
			'Cap the rents ........ 3\nBuild council homes ........ 7\n\nBuild council homes\n\nWe will build 400 homes on the dock.',
		)
		expect(found).toEqual(['We will build 400 homes on the dock.'])
	})
})

describe('owners', () => {
	it.each([
		['It', 'It believes that the ferries should be sold.'],
		['They', 'They would close three of the routes.'],
		['Its leader', 'Its leader has pledged to end the fuel subsidy.'],
	])('leaves out what a rival wants when "%s" stands for the rival', async (_, text) => {
		const found = await quotesOf(
			`We will cap the ferry fares. The Homestead Party wants to sell the ferries. ${text}`,
		)
		expect(found).toEqual(['We will cap the ferry fares.'])
	})

	it('leaves out what somebody else says', async () => {
		expect(
			await quotesOf('A woman from Sellen wrote that the council should buy back the ferry.'),
		).toEqual([])
	})

	it('leaves out an attack on a rival by a party whose name is an adjective', async () => {
		const text = 'The Progressives would be fined if our Labour rivals had their way.'
		const outcome = await extract(
			{ text, blocks: blocksOf(text) },
			{ names: ['Deb Nkemi', 'Progressive'] },
		)
		if (!outcome.ok) throw new Error(outcome.error)
		expect(outcome.value.proposals).toEqual([])
	})
})
