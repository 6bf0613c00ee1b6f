import { type Reading, refusalOf } from './drafts.ts'
import type { SourceFile } from './parse.ts'
import { plainText } from './plain-text.ts'
import { scanCsv } from './scan-csv.ts'
import { addressOf, addStatementSet, type ForeignPosition, sourceOf } from './statements.ts'

/** Reads Mat-O-Wahl: `definition.js` and the two tables that it names. The script is read as data and never run. */

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** A line that assigns a text or a number. Anchored, so that reading takes linear time. */
const CONSTANT =
	/^\s*(?:const|var|let)\s+([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`\\$]*`|-?\d+(?:\.\d+)?)(?=\s*(?:;|\/[/*]|$))/

const literalOf = (literal: string): string =>
	/^["'`]/.test(literal)
		? literal.slice(1, -1).replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char)
		: literal

/** Reads the constants of a script, one a line, outside block comments. */
export const readConstants = (script: string): ReadonlyMap<string, string> => {
	const constants = new Map<string, string>()
	let isComment = false
	for (const line of script.split(/\r\n|\n|\r/)) {
		const [all = '', name = '', literal = ''] = isComment ? [] : (CONSTANT.exec(line) ?? [])
		if (name !== '') constants.set(name, literalOf(literal))
		const rest = line.slice(all.length)
		const end = rest.lastIndexOf('*/')
		const start = rest.lastIndexOf('/*')
		const isLineComment = !isComment && rest.trimStart().startsWith('//')
		if (!isLineComment && Math.max(start, end) >= 0) isComment = start > end
	}
	return constants
}

export const isDefinition = ({ name, text }: SourceFile): boolean =>
	/\.js$/i.test(name) && text.includes('fileQuestions') && text.includes('fileAnswers')

const baseName = (path: string): string => path.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''

const partOf = (
	reading: Reading,
	definition: SourceFile,
	constant: string | undefined,
	files: readonly SourceFile[],
): SourceFile | null => {
	const found = files.find(({ name }) => baseName(name) === baseName(constant ?? ''))
	if (found !== undefined) return found
	const reason = `refers to the file ${constant ?? '(none)'}, which was not chosen`
	const place = { file: definition.name, path: '', line: 1 }
	reading.refused.push(refusalOf({ place, name: '' }, 'file', reason))
	return null
}

interface Row {
	readonly line: number
	readonly cells: readonly string[]
}

const rowsOf = ({ text }: SourceFile, separator: string): Row[] =>
	[...scanCsv(text.replace(/^\uFEFF/, ''), separator)]
		.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }))
		.filter(({ cells }) => cells.some((cell) => cell !== ''))

interface Party {
	readonly line: number
	readonly head: ReadonlyMap<string, string>
	readonly answers: readonly Row[]
}

const HEAD = /^Partei_(\w+):?$/i

const partiesOf = (rows: readonly Row[]): Party[] => {
	const blocks: Row[][] = [[]]
	for (const row of rows) {
		if (row.cells[0] === '#') blocks.push([])
		else blocks.at(-1)?.push(row)
	}
	return blocks.flatMap((block) => {
		const [first] = block
		if (first === undefined) return []
		const head = block.flatMap(({ cells: [key = '', value = ''] }) => {
			const name = HEAD.exec(key)?.[1]
			return name === undefined ? [] : [[name.toLowerCase(), plainText(value)] as const]
		})
		const answers = block.filter(({ cells: [key = ''] }) => !HEAD.test(key))
		return [{ line: first.line, head: new Map(head), answers }]
	})
}

const VALUES: Readonly<Record<string, number>> = { '-1': -2, '0': 0, '1': 2 }

const nameOfParty = ({ head }: Party): string => head.get('lang') || head.get('kurz') || ''

/** Lists answers that are not -1, 0, or 1, and parties with another number of answers than questions. */
const noteOdd = (
	reading: Reading,
	{ name: file }: SourceFile,
	party: Party,
	questions: number,
): void => {
	const odd = party.answers.filter(({ cells: [value = ''] }) => VALUES[value] === undefined)
	for (const { line, cells } of odd) {
		const message = `Left out: “${cells[0]?.slice(0, 60)}” of ${nameOfParty(party)} is not -1, 0, or 1`
		reading.notes.push({ file, line, message })
	}
	if (party.answers.length === questions) return
	const message = `Left out: the answers of ${nameOfParty(party)}, ${party.answers.length} to ${questions} questions`
	reading.notes.push({ file, line: party.line, message })
}

const positionOf = (party: Party, index: number): ForeignPosition[] => {
	const [answer = '', reason = ''] = party.answers[index]?.cells ?? []
	const value = VALUES[answer]
	const quote = plainText(reason)
	if (value === undefined) return []
	return [
		{ candidate: nameOfParty(party), value, givenBy: 'party', ...(quote !== '' && { quote }) },
	]
}

/** Finds the tables of a definition. @returns them, and how to read the whole. */
export const findMatOWahl = (
	reading: Reading,
	definition: SourceFile,
	files: readonly SourceFile[],
): { readonly files: readonly SourceFile[]; readonly read: () => Promise<void> } => {
	const constants = readConstants(definition.text)
	const asked = partOf(reading, definition, constants.get('fileQuestions'), files)
	const answered = partOf(reading, definition, constants.get('fileAnswers'), files)
	return {
		files: [asked, answered].flatMap((file) => file ?? []),
		async read() {
			if (asked === null || answered === null) return
			await readMatOWahl(reading, { constants, definition, asked, answered })
		},
	}
}

interface MatOWahl {
	readonly constants: ReadonlyMap<string, string>
	readonly definition: SourceFile
	readonly asked: SourceFile
	readonly answered: SourceFile
}

const readMatOWahl = async (
	reading: Reading,
	{ constants, definition, asked, answered }: MatOWahl,
): Promise<void> => {
	const separator = constants.get('separator')?.charAt(0) || ';'
	const questions = rowsOf(asked, separator)
	const parties = partiesOf(rowsOf(answered, separator))
	for (const party of parties) noteOdd(reading, answered, party, questions.length)
	// With an answer missing, it is unknown which question each one belongs to.
	const complete = parties.filter(({ answers }) => answers.length === questions.length)
	const headings = ['descriptionHeading1', 'descriptionHeading2'].map((name) =>
		plainText(constants.get(name) ?? ''),
	)
	await addStatementSet(reading, {
		election: {
			record: { name: headings.find((heading) => heading !== ''), jurisdiction: 'FEDERAL' },
			place: { file: definition.name, path: '', line: 1 },
			note: 'imported as FEDERAL because the format has no jurisdiction',
		},
		candidates: parties.map((party) => ({
			record: {
				name: nameOfParty(party),
				...(party.head.get('kurz') && { party: party.head.get('kurz') }),
				...websiteOf(party),
			},
			place: { file: answered.name, path: '', line: party.line },
		})),
		statements: questions.map(({ line, cells: [title = '', text = ''] }, index) => ({
			record: { text: plainText(text), source: sourceOf(plainText(title), 'Mat-O-Wahl') },
			place: { file: asked.name, path: '', line },
			positions: complete.flatMap((party) => positionOf(party, index)),
		})),
	})
}

const websiteOf = ({ head }: Party): { readonly website?: string } => {
	const { url } = addressOf(head.get('url'))
	return url === undefined ? {} : { website: url }
}
