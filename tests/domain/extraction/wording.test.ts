import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutrality } from '#domain/extraction/neutrality.ts'
import { sidesOf } from '#domain/extraction/sides.ts'
import { holdsNothingNew, propose, statementsOf } from '#domain/extraction/wording.ts'

const textOf = (quote: string, names: readonly string[] = []): string =>
	propose(quote, sidesOf(names)).text

describe('propose', () => {
	it.each([
		['I will raise the minimum wage.', 'Raise the minimum wage.'],
		["If elected, I'll raise the minimum wage to $15!", 'Raise the minimum wage to $15.'],
		['And we won’t sell the public library.', 'Do not sell the public library.'],
		['I will never vote to close a school.', 'Never close a school.'],
		['Commit to taking the port off the list.', 'Take the port off the list.'],
		['Firms will have to pay a fee for each bag.', 'Firms should pay a fee for each bag.'],
		['We would vote against a third runway.', 'Oppose a third runway.'],
		['We want the bus fare frozen until 2030.', 'Freeze the bus fare until 2030.'],
		['We demand that the port be sold.', 'Sell the port.'],
		['We want that websites remain free of charge.', 'Websites should remain free of charge.'],
		['As long as we govern, no fee will be charged.', 'No fee should be charged.'],
		['We will close the mine, the mayor said on Monday.', 'Close the mine.'],
		[
			'A register of every landlord, open to all.',
			'Support a register of every landlord, open to all.',
		],
		['I’m opposed to fracking in the valley.', 'Oppose fracking in the valley.'],
		['I believe that schools should be free.', 'Schools should be free.'],
		['As your next mayor, I will open our council.', 'Open the council.'],
		['To cut emissions, we will ban new coal mines.', 'To cut emissions, ban new coal mines.'],
		['We must repair every bridge.', 'Repair every bridge.'],
		['“We will repair every bridge.”', 'Repair every bridge.'],
		['Hospitals should publish their prices', 'Hospitals should publish their prices.'],
		['We’ll bring down the price of insulin.', 'Bring down the price of insulin.'],
		['We’re going to build homes on the old quay.', 'Build homes on the old quay.'],
		['We must not close the village school.', 'Do not close the village school.'],
		['I don’t support fracking in the valley.', 'Do not support fracking in the valley.'],
		['Rents will be capped for five years.', 'Cap rents for five years.'],
		['We stand firmly against the sale of the port.', 'Oppose the sale of the port.'],
		['Safe schools: we will hire 20 nurses.', 'Hire 20 nurses.'],
		['We call on Congress to raise the minimum wage.', 'Congress should raise the minimum wage.'],
		['We are committed to ending homelessness.', 'End homelessness.'],
		['I, Ann Reed, will open the books of the council.', 'Open the books of the council.'],
		['Under our plan, all buses will be free.', 'All buses should be free.'],
		['We want a higher wage for home carers.', 'Support a higher wage for home carers.'],
	])('removes the speaker from "%s"', (quote, expected) => {
		expect(textOf(quote)).toBe(expected)
	})

	it.each([
		'We will only raise fuel taxes if oil prices fall.',
		'We will close tax loopholes because they are unfair and open five new schools.',
		'We call on Congress not to cut the hospitals of the state.',
		'We say yes to new homes and no to cuts in schools.',
		`We will raise charges on ${'all the '.repeat(12)}cars (except for those of nurses).`,
	])('proposes the quote if a statement would change what "%s" means', (quote) => {
		const { text, rewording } = propose(quote)
		expect(text).toBe(quote)
		expect(rewording).not.toEqual([])
	})

	it('keeps a restriction of the subject', () => {
		expect(textOf('Hardly any school will be closed.')).toBe('Hardly any school should be closed.')
	})

	// Voters must not recognize the candidate.
	it('removes the names of candidate and party', () => {
		expect(textOf('Jane Doe supports a tax on wealth.', ['Jane Doe'])).toBe(
			'Support a tax on wealth.',
		)
		expect(textOf('Doe will end cash bail.', ['Jane Doe'])).toBe('End cash bail.')
		expect(textOf('The Harbour Party will end cash bail.', ['Harbour Party'])).toBe(
			'End cash bail.',
		)
	})

	it.each([
		['Alliance for Change', 'AfC will cap rents at 500 pounds.'],
		['Social Democratic and Labour Party', 'The SDLP will cap rents at 500 pounds.'],
		['Democratic Union of European Regions', 'The D.U.E.R. will cap rents at 500 pounds.'],
		['Liberal Democrats', 'Keep the pledge of the Lib Dems on rents.'],
		['Commonweal Party of the North', 'Adopt the Commonweal plan for rents in 2027.'],
		['Harbour Party', 'Keep what Ann Reed promised on rents in 2027.'],
		['Harbour Party', 'Keep what REED promised on rents in 2027.'],
		['Harbour Party', 'Jose Reed will cap rents at 500 pounds.'],
	])('leaves no form of the name "%s" in a clean statement: %s', (party, quote) => {
		const named = { names: ['Ann Reed'], others: [], parties: [party] }
		const { text, rewording } = propose(quote, sidesOf(['Ann Reed', party]), named)
		expect(rewording.length > 0 || text === 'Cap rents at 500 pounds.').toBe(true)
	})

	it('keeps wording that weakens a promise', () => {
		expect(textOf('We will work to end homelessness.')).toBe('Work to end homelessness.')
		expect(textOf('I will seek to lower rents.')).toBe('Seek to lower rents.')
	})

	it('removes flourish from a quote', () => {
		expect(textOf('We will end the disgraceful, reckless sale of homes.')).toBe(
			'End the sale of homes.',
		)
	})

	it.each([
		['first-person', 'We will give us back what we paid.'],
		['dangling', 'We will cap them at three per cent.'],
		['dangling', 'We will give such firms a loan.'],
		['no-verb', 'Cameras in both underpasses'],
		['no-verb', 'Expanding Tax Credits for New Homes'],
		['no-verb', 'The minimum wage will fall to its lowest level in 40 years.'],
		['general', 'We will empower parents.'],
		['general', 'We will fund the things that matter to 300 towns.'],
		['general', 'Every family should thrive.'],
		['compound', 'We will build homes, and rents will be capped for all.'],
		['too-long', `We will fund ${'parks and pools in every town of the county '.repeat(3)}.`],
		['names-someone', 'We will repeal the law of the Conservatives.'],
		['is-reported', 'Rents should be capped, the union said.'],
	])('proposes the quote for rewording: %s', (reason, quote) => {
		const { text, rewording } = propose(quote)
		expect(rewording).toContain(reason)
		expect(text.replace(/\W/gu, '')).toBe(quote.replace(/\W/gu, ''))
	})

	it('leaves out of a long sentence what a measure is for, but no further demand', () => {
		const rule = `We will require every insurer to post its prices ${'in every town of the county '.repeat(2)}`
		expect(textOf(`${rule}up front, restoring trust and openness for all patients.`)).toMatch(
			/up front\.$/u,
		)
		expect(textOf(`${rule}up front, restoring trust and cut the fees of all patients.`)).toContain(
			'cut the fees',
		)
	})

	it.each([
		'schools, housing and hospitals',
		'schools, training, and hospitals',
		'schools in the next year, rising to a fifth by the year 2040',
		'schools, providing the deficit is small',
		'schools, barring emergencies',
		'schools, while large shops pay a levy',
	])('leaves no part of a demand out of a long sentence: %s', (what) => {
		const { text } = propose(
			`We will spend a tenth more ${'in every town of the county '.repeat(3)}on ${what}.`,
		)
		expect(text).toContain(what)
	})

	it('leaves reasons out and checks the specified length', () => {
		expect(propose('We will plant trees because the air is bad.')).toEqual({
			...{ text: 'Plant trees.', length: 'short', rewording: [] },
		})
		expect(propose('We will plant ten thousand new trees.').length).toBe('fits')
	})

	it('adds no content word to the quote', () => {
		const word = fc.constantFrom(
			'I',
			'we',
			'will',
			'not',
			'our',
			'opposed',
			'to',
			'are',
			'support',
			'that',
			'should',
			'Doe',
			'taxes',
			'ending',
			'finally',
			'never',
			',',
			'"',
			"won't",
			'believe',
			'in',
			'If elected,',
		)
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), (words) => {
				const quote = words.join(' ')
				expect(holdsNothingNew(propose(quote, sidesOf(['Jane Doe'])).text, quote)).toBe(true)
			}),
			{ numRuns: 1000 },
		)
	})

	it('never loses a negation of the quote', () => {
		const subject = fc.constantFrom('I', 'We', 'Labour', 'My government', 'Jane Doe')
		const helper = fc.constantFrom(
			"won't",
			'will not',
			'will also not',
			'shall never',
			'would never',
			'must not',
			"shouldn't",
			'do not want to',
			"don't intend to",
			'will now never',
			'cannot',
			'plan not to',
		)
		const verb = fc.constantFrom(
			'raise taxes',
			'be closing a school',
			'ever sell the water',
			'support fracking',
		)
		fc.assert(
			fc.property(subject, helper, verb, (who, how, what) => {
				expect(textOf(`${who} ${how} ${what}.`, ['Jane Doe'])).toMatch(/not|never|n't/i)
			}),
			{ numRuns: 300 },
		)
	})

	it('detects a word missing from the quote', () => {
		expect(holdsNothingNew('Raise taxes.', 'We will raise wages.')).toBe(false)
	})
})

describe('statementsOf', () => {
	const partsOf = (quote: string): string[] =>
		statementsOf(quote, sidesOf([])).map(({ start, end }) => quote.slice(start, end))

	it.each([
		[
			'Electrify the coast line by 2030, and\nreopen the old station in town.',
			['Electrify the coast line by 2030', 'reopen the old station in town.'],
		],
		[
			'We will sell the old port of the city and raise the pension of widows.',
			['We will sell the old port of the city', 'raise the pension of widows.'],
		],
		[
			'The records of patients will never be sold, and no firm will be given a contract on health.',
			['The records of patients will never be sold', 'no firm will be given a contract on health.'],
		],
	])('splits "%s" only into demands that stand alone', (quote, parts) => {
		expect(partsOf(quote)).toEqual(parts)
	})

	// Each part would say more, or less, than the whole.
	it.each([
		'We will not close the school and cut the budget of the police.',
		'If prices fall, we will sell the port and raise the pension of widows.',
		'Raise the minimum wage to $17 and index it to the cost of living.',
		'Introduce a levy to repair the schools and build the new bridge.',
		'Fund police and fire crews in every town.',
		'Stop the closure of libraries and open new ones in every town.',
	])('keeps "%s" whole', (quote) => expect(partsOf(quote)).toEqual([quote]))
})

describe('neutrality check', () => {
	const concerns = (text: string, names: readonly string[] = []): string[] =>
		neutrality(text, names).map(({ concern, words }) => `${concern}: ${words}`)

	it('finds loaded words in a statement', () => {
		expect(concerns('End the reckless sale of homes.')).toEqual(['loaded: reckless'])
	})

	it('finds a second demand, but not two objects of one demand', () => {
		expect(concerns('Raise the minimum wage and cut taxes for firms.')).toEqual([
			'double-barrelled: and cut',
		])
		expect(concerns('Fund health and social care.')).toEqual([])
	})

	// A negated statement is hard to disagree with.
	it('finds negations in a statement', () => {
		expect(concerns('Do not raise taxes.')).toEqual(['negated: not'])
		expect(concerns('Oppose new runways.')).toEqual(['negated: Oppose'])
	})

	it('finds given names, last names, titles and parties', () => {
		expect(concerns("Adopt Jane Doe's plan.", ['Jane Doe'])).toEqual(['name: Jane Doe'])
		expect(concerns('Adopt the plan of Doe.', ['Jane Doe'])).toEqual(['name: Doe'])
		expect(concerns('Repeal the law of Senator Vance.')).toEqual(['name: Senator Vance'])
		expect(concerns('Stop what the Tories began.')).toEqual(['name: Tories'])
	})

	it('finds the first person in a statement', () => {
		expect(concerns('Our schools need it.')).toEqual(['first-person: Our'])
	})

	it('reports the position of the words', () => {
		const [finding] = neutrality('End the reckless sale of homes.')
		expect(finding).toMatchObject({ start: 8, end: 16 })
	})

	it('finds nothing in a neutral statement', () => {
		expect(concerns('Raise the minimum wage to 15 dollars by 2027.')).toEqual([])
	})

	it('escapes special characters in names', () => {
		expect(concerns('Adopt it (a.*b).', ['(a.*b)'])).toEqual(['name: (a.*b)'])
	})
})
