import { describe, expect, it } from 'vitest'
import { neutrality } from '#domain/extraction/neutrality.ts'

const wordsOf = (concern: string, text: string, parties: readonly string[] = []): string[] =>
	neutrality(text, [], [], parties)
		.filter((finding) => finding.concern === concern)
		.map(({ words }) => words)

/** Party, statement, and the words that name the party. */
const PARTY_CASES: readonly (readonly [string, string, readonly string[]])[] = [
	['Democratic Party', 'Adopt the platform of the Democratic Party.', ['Democratic Party']],
	['Democratic Party', 'Adopt the platform of the democratic party.', ['democratic party']],
	['Democratic Party', 'Hold hearings that Democrats asked for.', ['Democrats']],
	['Democratic Party', 'Hold hearings that a Democrat asked for.', ['Democrat']],
	['Democratic Party', 'Democratic senators should answer in public.', ['Democratic']],
	['Democratic Party', 'Adopt the Democratic plan for roads.', ['Democratic']],
	['Democratic', 'Adopt the plan of the Democratic leadership.', ['Democratic']],
	['Democrat', 'Adopt the plan of the Democratic Party.', ['Democratic Party']],
	['Democratic Party (DEM)', 'Publish what the Dems spend on travel.', ['Dems']],
	['Democratic Party', 'Schools should teach democratic values.', []],
	['Democratic Party', 'Democratic institutions should be open to all.', []],
	['Democratic Party', 'Support the Democratic Republic of Congo.', []],
	['Republican Party', 'Undo what the GOP did to the roads.', ['GOP']],
	['Republican Party', 'Undo what the G.O.P. did to the roads.', ['G.O.P.']],
	['Republican Party', 'Undo what Republicans did to the roads.', ['Republicans']],
	['Republican Party', 'Undo the Republican-led inquiry into the roads.', ['Republican']],
	['Illinois Republican Party', 'Undo the Republican budget.', ['Republican']],
	['Republican Party', 'The country should keep a republican form of government.', []],
	['Republican Party', 'Republican values should be taught.', ['Republican']],
	['Constitution Party', 'Protect the Constitution in every court.', []],
	['Constitution Party', 'Ask the Constitution Party to pay.', ['Constitution Party']],
	['Libertarian Party', 'Libertarians should pay for their own roads.', ['Libertarians']],
	['Green Party', 'Adopt what the Greens wrote on rivers.', ['Greens']],
	['Green Party', 'Adopt the Green plan for rivers.', ['Green']],
	['Green Party', 'The Green Party should pay for it.', ['Green Party']],
	['Green Party', 'Adopt the Green New Deal.', []],
	['Green Party', 'Plant green roofs on every school.', []],
	['Green Party', 'Green roofs should be planted on every school.', []],
	['Green Party', 'Let every patient see a GP within two days.', []],
	['Harbour Party', 'Publish what leaders of the Harbour and Valley parties earn.', ['Harbour']],
	[
		'Valley Party',
		'Publish what leaders of the Harbour and Valley parties earn.',
		['Valley parties'],
	],
	['A Party', 'Publish what leaders of the A and B parties earn.', ['A']],
	['B', 'Publish what leaders of the A and B parties earn.', ['B parties']],
	['Harbour Party', 'Dredge the harbour every second year.', []],
	['Harbour Party', 'Harbour walls should be repaired by 2030.', []],
	['Working Families Party', 'Adopt the Working Families plan for rents.', ['Working Families']],
	['Working Families Party', 'Adopt what the WFP wrote on rents.', ['WFP']],
	['Working Families Party', 'Working families should pay lower rents.', []],
	['Scottish National Party', 'Adopt what the SNP wrote on rents.', ['SNP']],
	['Scottish National Party', 'Adopt what the S.N.P. wrote on rents.', ['S.N.P.']],
	['Democratic-Farmer-Labor Party', 'Adopt what the DFL wrote on rents.', ['DFL']],
	['Peace and Freedom Party', 'Adopt what the PFP wrote on rents.', ['PFP']],
	['Law and Justice', 'Restore law and justice in every court.', []],
	['Law and Justice', 'Restore what Law and Justice took from the courts.', ['Law and Justice']],
	['Conservative and Unionist Party', 'Repeal what the Conservatives passed.', ['Conservatives']],
	['Labour Party', 'Adopt Labour’s plan for trains.', ['Labour']],
	['Labour Party', 'The price of labour should not decide it.', []],
	['Labor Party', 'The Department of Labor should hire more inspectors.', []],
	['Reform Party', 'Reform party rules before the next primary.', []],
	['Reform UK', 'Adopt what Reform UK wrote on trains.', ['Reform UK']],
	['Progressive Party', 'Progressives should have a vote on it.', ['Progressives']],
	['Progressive Party', 'The state should keep progressive tax rates.', []],
	['Independent', 'An Independent commission should draw districts.', []],
	['Independent', 'Independent candidates should get equal time.', []],
	['Nonpartisan', 'A nonpartisan board should run elections.', []],
	['No party preference', 'Voters should state a party preference.', []],
	['Partido Demócrata', 'Adopt what the Partido Demócrata wrote.', ['Partido Demócrata']],
	['Unity/Working Families', 'Adopt what Unity wrote on rents.', ['Unity']],
	['Grand Harbour Party (GHP)', 'Adopt what GHP wrote on rents.', ['GHP']],
	['', 'Both parties should publish their accounts.', []],
]

const TWO: readonly (readonly [string, string])[] = [
	['Cut both taxes and government spending.', 'taxes and government spending'],
	['Cut taxes and government spending.', 'taxes and government spending'],
	['Cut taxes as well as government spending.', 'taxes as well as government spending'],
	['The state should cut both taxes and government spending.', 'taxes and government spending'],
	['Both taxes and government spending should be cut.', 'taxes and government spending'],
	['Taxes and pensions should be raised by 2030.', 'Taxes and pensions'],
	['Raise the minimum wage and the state pension.', 'the minimum wage and the state pension'],
	['Raise the minimum wage and child benefit.', 'the minimum wage and child benefit'],
	['Abolish tuition fees and student loans.', 'tuition fees and student loans'],
	['Lower both income tax and corporation tax.', 'income tax and corporation tax'],
	['Ban fracking and offshore drilling.', 'fracking and offshore drilling'],
	['Lower the price of insulin and the cost of rent.', 'the price of insulin and the cost of rent'],
	['Fund schools and hospitals in every county.', 'schools and hospitals'],
	['Invest in schools and hospitals.', 'schools and hospitals'],
	['Cap rents and energy bills.', 'rents and energy bills'],
	['Build more homes and better roads.', 'more homes and better roads'],
	['Cut taxes, regulations and spending.', 'taxes, regulations'],
	['Raise the minimum wage and cut taxes for firms.', 'and cut'],
	['Raise the minimum wage. Cut taxes for firms.', 'Cut taxes'],
	['Raise the minimum wage, cut taxes for firms.', 'cut taxes'],
	['The state should raise wages and should cut taxes.', 'and should'],
]

const ONE: readonly string[] = [
	'Improve health and safety at work.',
	'Protect health and safety.',
	'Cut health and safety rules for small firms.',
	'Fund health and social care.',
	'Fund research and development in every county.',
	'Restore law and order in every town.',
	'Repair roads and bridges by 2030.',
	'Cut oil and gas subsidies.',
	'Ban alcohol and tobacco advertising.',
	'Expand wind and solar power.',
	'Lower state and federal taxes on fuel.',
	'Teach reading and writing from the age of five.',
	'Raise the pay of teachers and nurses.',
	'Pay men and women the same for the same work.',
	'Support veterans and the homeless.',
	'Protect workers and families from eviction.',
	'Fund both public and private schools.',
	'Teach in both English and Spanish.',
	'Open schools for both boys and girls.',
	'Both chambers should publish their accounts.',
	'Reduce crime and disorder in every town.',
	'End racism and sexism in hiring.',
	'Reduce waste and fraud in public contracts.',
	'Cut air and water pollution by half.',
	'Raise wages for nurses and teachers.',
	'Cut taxes on food and drink.',
	'Build homes in towns and cities.',
	'Protect rivers and lakes.',
	'Small and medium firms should pay less tax.',
	'The terms and conditions of every loan should be published.',
	'Protect the rights of workers and the elderly.',
	'To cut emissions, ban new coal mines.',
	'Raise the minimum wage to 15 dollars by 2027.',
	'Roads and bridges should be repaired by 2030.',
	'Cut the time between arrest and trial.',
	'Fund arts and culture in schools.',
	'Ban the import and export of ivory.',
	'Increase police and fire staffing.',
	'Increase nurses’ and teachers’ pay.',
	'Protect clean air and clean water.',
	'Regulate banks and insurers.',
	'Invest in research and development.',
	'Farms, forests and all public land should be mapped.',
	'Train more doctors and nurses.',
]

describe('party names in a statement', () => {
	it.each(PARTY_CASES)('are found (%s): %s', (party, text, expected) => {
		expect(wordsOf('name', text, [party])).toEqual(expected)
	})
})

describe('first person in a statement', () => {
	it('does not match a plural noun', () => {
		expect(wordsOf('first-person', 'Close the last coal mines by 2030.')).toEqual([])
		expect(wordsOf('first-person', 'That plan is mine alone.')).toEqual(['mine'])
	})
})

describe('two demands in a statement', () => {
	it.each(TWO)('are found: %s', (text, words) => {
		expect(wordsOf('double-barrelled', text)).toContain(words)
	})

	it.each(ONE)('are not found in a single demand: %s', (text) => {
		expect(wordsOf('double-barrelled', text)).toEqual([])
	})
})
