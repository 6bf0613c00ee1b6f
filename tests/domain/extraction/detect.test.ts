import { describe, expect, it } from 'vitest'
import {
	BASE,
	COMMITMENT,
	detect,
	detectAll,
	type Looked,
	lookAt,
	RULES,
} from '#domain/extraction/detect.ts'
import { sidesOf } from '#domain/extraction/sides.ts'

const look = (text: string, more: Partial<Looked> = {}): Looked => ({
	text: sides.mark(text),
	kind: 'paragraph',
	heading: null,
	leadIn: null,
	...more,
})
const sides = sidesOf(['Ada Okoro', 'Green Party'])
const commits = (text: string, more: Partial<Looked> = {}): boolean =>
	detect(look(text, more)).score >= COMMITMENT

describe('commitment detection', () => {
	it.each([
		['a promise', 'We will build 600 council homes by 2030.'],
		['a shortened promise', "I'll veto every cut to the library budget."],
		['a negative promise', 'I will never vote to privatise the water board.'],
		['a conditional of the office', 'If elected, I would publish every contract of the council.'],
		['a demand', 'Hospitals must publish their waiting times.'],
		['a demand on the state', 'The government should end the sale of public land.'],
		['a passive', 'Tuition fees will be abolished for all students.'],
		['a stance', 'I strongly oppose fracking anywhere in the county.'],
		['a stance in another form', 'I am committed to ending homelessness in our city.'],
		['a party in the third person', 'The Greens will restore the Sunday bus.'],
		['an order', 'Raise the minimum wage to fifteen dollars.'],
		['a call', "Let's end cash bail for minor offences."],
		[
			'a verb shared with the previous clause',
			'We think this is unfair to tenants, and would end it.',
		],
		['a plan', 'Our plan: free nursery places, funded by a tax on second homes.'],
	])('accepts %s as a commitment', (_, text) => {
		expect(commits(text)).toBe(true)
	})

	it.each([
		['a question', 'Will you support a higher minimum wage?'],
		['a biography', 'I was born in Leeds and have worked as a nurse for ten years.'],
		['thanks', 'Thank you to everybody who supports our schools.'],
		['a contact', 'Call the office on 01632 960 123 about housing.'],
		['a link on the page', 'Sign up to our newsletter for news on schools.'],
		['a fact', 'Crime has risen by a fifth since 2019.'],
		['a belief without a demand', 'Climate change is real.'],
		['a rival', 'My opponent will cut the health service.'],
		['a rival by name', 'By contrast, Ann Reed wants to repeal the law.'],
		['news', 'The council announced on Monday that it will close two schools.'],
		['an effect', 'This would help families with the cost of living.'],
		['talk', 'Tonight I will tell you what I have seen in our hospitals.'],
		['the campaign', 'We will win this election together.'],
		['an imprint', 'Promoted by J. Smith on behalf of the party, 12 High Street.'],
		[
			'a promise inside a subordinate clause',
			'Teachers know the children who will lead our schools.',
		],
		['an election date', 'Vote on November 5.'],
	])('rejects %s as a commitment', (_, text) => {
		expect(commits(text)).toBe(false)
	})

	it('scores a list item by its lead-in', () => {
		const scoreUnder = (leadIn: string): number =>
			detect(look('Warm homes for pensioners', { kind: 'bullet', leadIn })).score
		expect(scoreUnder('We will fight for:')).toBeGreaterThan(scoreUnder('Examples of this are:'))
	})

	it('adds up named rules that can be switched off', () => {
		const text = 'We will build 600 council homes.'
		const [without] = detectAll([lookAt(look(text))], new Set(['own-will']))
		expect(without?.score).toBeLessThan(detect(look(text)).score)
		expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length)
	})

	it('does not mistake a policy heading for a site menu', () => {
		const text = 'An opt-out system will be adopted for organs.'
		expect(commits(text, { heading: 'Organ donation' })).toBe(true)
		expect(commits('We will send a receipt.', { heading: 'Donations' })).toBe(false)
	})

	it('lists reasons that add up to the score', () => {
		const { score, reasons } = detect(look('We will build 600 council homes.'))
		const sum = reasons.reduce((all, { weight }) => all + weight, BASE)
		expect(reasons.map(({ text }) => text)).toContain('says what will be done')
		expect(score).toBeCloseTo(1 / (1 + Math.exp(-sum)), 2)
	})

	it('skips a text that is too long', () => {
		expect(detect(look('we will '.repeat(100_000))).score).toBe(0)
	})

	it.each([
		['Privacy', 'We will ban the sale of location data to advertisers.'],
		['Privacy', 'We will protect your right to private messages.'],
		['Cookies', 'We will end consent banners by law.'],
		['Contact', 'We will open a citizens office in every district.'],
		['Volunteer', 'We will fund 500 places in the volunteer fire brigade.'],
		['Media', 'We will make public broadcasting independent of the government.'],
	])('accepts a commitment under the heading %s: %s', (heading, text) => {
		const { score } = detect({ text, heading, kind: 'paragraph', leadIn: null })
		expect(score).toBeGreaterThanOrEqual(COMMITMENT)
	})

	it.each([
		['Privacy', 'We will never sell your data.'],
		['Privacy', 'We will not pass personal details on to third parties.'],
		['Privacy', 'We will update this policy from time to time.'],
		['Cookies', 'We will set cookies on this device.'],
		['Contact', 'We will respond within two days.'],
		['Donate', 'We will send a receipt for each donation.'],
	])('rejects a site’s statement about itself under the heading %s: %s', (heading, text) => {
		const { score } = detect({ text, heading, kind: 'paragraph', leadIn: null })
		expect(score).toBeLessThan(COMMITMENT)
	})
})
