import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ElectionDraft } from '#server/import/drafts.ts'
import { type Read, readSources } from '#server/import/parse.ts'
import { readConstants } from '#server/import/read-mat-o-wahl.ts'
import { parseXml } from '#server/import/read-xml.ts'
import { fileOf } from '../../support/transfer.ts'

const FOLDER = new URL('../../data/interchange/', import.meta.url)

const dataFile = async (path: string) => {
	const name =
		path
			.split('/')
			.at(-1)
			?.replace(/\.txt$/, '') ?? ''
	return fileOf(name, await readFile(new URL(path, FOLDER), 'utf8'))
}
const folder = async (path: string) =>
	Promise.all((await readdir(new URL(path, FOLDER))).map((name) => dataFile(`${path}${name}`)))

const ELECTION = fileOf(
	'election.csv',
	'name,electionDate,jurisdiction\nTown council,2030-05-04,FEDERAL',
)

const messagesOf = ({ notes, refused }: Read) => ({
	notes: notes.map(({ message }) => message),
	refused: refused.map(({ message }) => message),
})

const candidatesOf = ({ candidates }: ElectionDraft) => candidates.map(({ value }) => value)

/** Values by statement and candidate. */
const valuesOf = ({ policies }: ElectionDraft) =>
	Object.fromEntries(
		policies.map(({ value }) => [
			value?.text,
			Object.fromEntries(
				(value?.positions ?? []).map(({ candidate, value: position }) => [candidate, position]),
			),
		]),
	)

const KALKULACKA_VALUES = {
	'The ferry should be free for residents.': { 'Harbor Party': 2, 'Mila Reed': 0 },
	'The market hall should open on Sundays.': { 'Harbor Party': -2, 'Mila Reed': 2 },
	'The old quay should be sold.': { 'Harbor Party': -2 },
}

describe('Kalkulačka', () => {
	it('is read from the files of a folder into the election of another file', async () => {
		const read = await readSources([...(await folder('kalkulacka/')), ELECTION])
		expect(messagesOf(read)).toEqual({
			notes: ['Left out: answers of c3 to questions that are not listed (1)'],
			refused: [],
		})
		const [election, another] = read.elections
		expect(another).toBeUndefined()
		expect(election?.value).toMatchObject({ name: 'Town council' })
		expect(candidatesOf(election as ElectionDraft)).toEqual([
			{ name: 'Harbor Party' },
			{ name: 'Mila Reed', party: 'Shore Alliance' },
		])
		expect(valuesOf(election as ElectionDraft)).toEqual(KALKULACKA_VALUES)
		expect(election?.policies[0]?.value).toMatchObject({
			background: 'The ferry costs two crowns a ride today.',
			positions: [
				{ candidate: 'Harbor Party', givenBy: 'party' },
				{ candidate: 'Mila Reed', givenBy: 'candidate', quote: 'Only for pupils.' },
			],
		})
		expect(election?.policies[1]?.value?.positions?.[0]).toEqual({
			...{ candidate: 'Harbor Party', value: -2, givenBy: 'editor' },
			...{ note: 'From the budget debate of May.', source: 'Minutes' },
			url: 'https://harbor.example.org/minutes',
		})
	})

	it.each([
		['with the parts as fields', (name: string) => name, true],
		['of files by name', (name: string) => `${name}.json`, true],
		['with the fields of the calculator beside', (name: string) => name, false],
	])('is read from one object %s', async (_, keyOf, isApart) => {
		const parts = await folder('kalkulacka/')
		const part = (name: string) =>
			JSON.parse(parts.find((file) => file.name === `${name}.json`)?.text ?? '')
		const names = ['questions', 'candidates', 'candidates-answers', 'organizations', 'persons']
		const calculator = { ...part('calculator'), electionDate: '2030-05-04' }
		const whole = {
			...(isApart ? { [keyOf('calculator')]: calculator } : calculator),
			...Object.fromEntries(names.map((name) => [keyOf(name), part(name)])),
		}
		const read = await readSources([fileOf('all.json', whole)])
		expect(read.refused).toEqual([])
		expect(read.elections[0]?.value).toMatchObject({
			name: 'Harbor town council 2030',
			electionDate: '2030-05-04',
		})
		expect(valuesOf(read.elections[0] as ElectionDraft)).toEqual(KALKULACKA_VALUES)
	})

	it('is refused when a file of its folder is missing', async () => {
		const files = (await folder('kalkulacka/')).filter(({ name }) => name !== 'questions.json')
		const { elections, refused } = await readSources([...files, ELECTION])
		expect(elections[0]?.policies).toEqual([])
		expect(refused.map(({ message }) => message)).toEqual([
			'is missing its questions.json: choose all files of the folder',
		])
	})

	it('asks for an election.csv when no file has the day', async () => {
		const read = await readSources(await folder('kalkulacka/'))
		expect(messagesOf(read)).toMatchObject({
			notes: expect.arrayContaining([
				'has no election day: add an election.csv with the name and the day',
			]),
			refused: ['electionDate: is required'],
		})
	})
})

describe('OpenVAA', () => {
	it('is read with answers mapped from the lowest and highest choice', async () => {
		const read = await readSources([await dataFile('openvaa.json')])
		expect(messagesOf(read)).toEqual({
			notes: [
				'Left out: questions of type text (1)',
				'Left out: answers to “School meals should be local food.” that match none of the five positions: Ada Lind',
			],
			refused: [],
		})
		const [election] = read.elections
		expect(election?.value).toMatchObject({ name: 'Lakeside council', electionDate: '2031-04-13' })
		expect(candidatesOf(election as ElectionDraft)).toEqual([
			{ name: 'Ada Lind', party: 'Reeds' },
			{ name: 'Bo Ek' },
		])
		expect(valuesOf(election as ElectionDraft)).toEqual({
			'The town should build a swimming hall.': { 'Ada Lind': 2, 'Bo Ek': -1 },
			'The harbor should be dredged.': { 'Ada Lind': -2, 'Bo Ek': 2 },
			'School meals should be local food.': { 'Bo Ek': 2 },
		})
		expect(election?.policies[0]?.value?.positions?.[1]).toMatchObject({
			givenBy: 'candidate',
			quote: 'Liian kallista.',
		})
	})
})

describe('Mat-O-Wahl', () => {
	it('is read from its definition and both tables, whatever their line ends', async () => {
		const read = await readSources([...(await folder('mat-o-wahl/')), ELECTION])
		expect(messagesOf(read)).toEqual({
			notes: ['Left out: the answers of Two Answers, 2 to 3 questions'],
			refused: [],
		})
		const [election] = read.elections
		expect(candidatesOf(election as ElectionDraft)).toEqual([
			{ name: 'Well Friends', party: 'WF', website: 'https://well.example.org' },
			{ name: 'Night Bus', party: 'NB' },
			{ name: 'Two Answers', party: 'XY' },
		])
		expect(election?.candidates[2]).toMatchObject({ uncompared: true })
		expect(valuesOf(election as ElectionDraft)).toEqual({
			'The old well should be rebuilt.': { 'Well Friends': 2, 'Night Bus': -2 },
			'The bus should run at night.': { 'Well Friends': -2, 'Night Bus': 2 },
			'Street lights should go out at midnight.': { 'Well Friends': 0, 'Night Bus': 2 },
		})
		expect(election?.policies[0]?.value?.positions?.[0]).toMatchObject({
			givenBy: 'party',
			quote: 'It is ours.',
		})
		expect(election?.quizzes[0]?.value).toMatchObject({ name: 'Village & valley 2032' })
	})

	it('reads constants as data and ignores comments and other code', () => {
		const script = [
			'/* const a = "comment"',
			'const a = "comment" */ const b = 1',
			'// const a = "comment" /*',
			'const c = "a \\"quoted\\" text"; // const d = 1',
			"let e = 'https://example.org/*' ",
			'const f = "a" + steal()',
			// biome-ignore lint/suspicious/noTemplateCurlyInString: text of a script.
			'const g = `x ${steal()}`',
			'const h = -1;',
		].join('\n')
		expect([...readConstants(script)]).toEqual([
			['c', 'a "quoted" text'],
			['e', 'https://example.org/*'],
			['h', '-1'],
		])
	})

	it('is refused without a table that it names', async () => {
		const files = (await folder('mat-o-wahl/')).filter(({ name }) => name.endsWith('.js'))
		const { refused } = await readSources(files)
		expect(refused.map(({ message }) => message)).toEqual([
			'refers to the file data/village_questions.csv, which was not chosen',
			'refers to the file data/village_parties.csv, which was not chosen',
		])
	})
})

describe('VIP', () => {
	it('turns each contest of candidates into an election', async () => {
		const read = await readSources([await dataFile('vip.xml')])
		expect(messagesOf(read)).toEqual({
			notes: [
				'Left out: a choice in Governor of Northland without a candidate',
				'Left out: Referendum on the bridge, which is not a contest between candidates',
			],
			refused: [],
		})
		expect(read.elections.map(({ value, note }) => ({ ...value, note }))).toEqual([
			{
				...{ name: 'Governor of Northland', electionDate: '2030-11-05' },
				...{ jurisdiction: 'STATE', state: 'Northland', note: undefined },
			},
			{
				...{ name: 'Board member (Springfield)', electionDate: '2030-11-05' },
				...{ jurisdiction: 'CITY', city: 'Springfield', state: 'Northland', note: undefined },
			},
			{
				...{ name: 'Board member (Second water district)', electionDate: '2030-11-05' },
				...{ jurisdiction: 'STATE', state: 'Northland' },
				note: 'imported as STATE because its district Second water district has type water',
			},
		])
		expect(read.elections.map((election) => candidatesOf(election))).toEqual([
			[
				{ name: 'Ann B. Lee & friends', party: 'Greens', website: 'https://ann.example.org' },
				{ name: 'Bo Diaz' },
			],
			[{ name: 'Ann Lee and Bo Diaz' }],
			[{ name: 'Bo Diaz' }],
		])
	})

	const BOMB = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><VipObject>&b;</VipObject>`
	it.each([
		['a document type with entities', BOMB, 'has a document type, which is not supported'],
		['an element that is not closed', '<VipObject><Election></VipObject>', 'is not closed'],
		['a document that ends early', '<VipObject><Election>', 'is not closed'],
		['elements a thousand deep', '<a>'.repeat(1000), 'holds too much'],
		['another root', '<?xml version="1.0"?><Other/>', 'is not a VIP feed'],
		['no element', '<?xml version="1.0"?>', 'has no element'],
	])('is refused with %s', async (_, text, reason) => {
		const { elections, refused } = await readSources([fileOf('feed.xml', text)])
		expect(elections).toEqual([])
		expect(refused.map(({ message }) => message)).toEqual([reason])
	})

	it('has lines, attributes, and standard entities', () => {
		expect(parseXml('<a>\n<n:b id="1"/>\n<b>x &lt; &#233;</b></a>')).toMatchObject({
			children: [
				{ name: 'b', line: 2, attributes: { id: '1' } },
				{ name: 'b', line: 3, text: 'x < é' },
			],
		})
	})
})
