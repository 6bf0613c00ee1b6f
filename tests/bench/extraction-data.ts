import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { blocksOf } from '#domain/extraction/blocks.ts'
import type { Looked } from '#domain/extraction/detect.ts'
import { sidesOf } from '#domain/extraction/sides.ts'
import type { SourceText } from '#domain/extraction/text.ts'

const data = resolve(import.meta.dirname, '../data/extraction')
/** Labeled sentences without a license for redistribution, kept outside the repository. */
const beside = resolve(import.meta.dirname, '../../../shared/data/labelled')

const recordsIn = <Row>(file: string): Row[] =>
	readFileSync(file, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as Row)

/** Returns an empty list and prints a note if the file is missing. */
const recordsBeside = <Row>(name: string): Row[] => {
	const file = resolve(beside, name)
	if (existsSync(file)) return recordsIn(file)
	console.log(`Not measured: ${name} is missing next to the repository.`)
	return []
}

export interface Sentence120 {
	readonly id: number
	readonly text: string
	readonly label: 'policy' | 'not_policy'
	readonly category: string | null
	readonly borderline: boolean
	readonly file: string
	readonly heading: string
}

/** 120 sentences from twelve campaign texts, labeled as policy or not, with categories. */
export const hand = (): Sentence120[] => recordsBeside('hand_120.jsonl')

/** Party whose text a file is; the wizard knows it too. */
const PARTIES: Readonly<Record<string, string>> = {
	dnc: 'Democratic Party',
	gop: 'Republican Party',
	greens: 'Green Party',
}

/** What detection looks at in a sentence that stands alone. */
export const lookOf = ({ text, heading, file }: Sentence120): Looked => {
	const party = PARTIES[file.split('-')[0] ?? '']
	const marked = party === undefined ? text : sidesOf(['', party]).mark(text)
	return { text: marked, kind: 'paragraph', heading: heading || null, leadIn: null }
}

export interface Topical {
	readonly text: string
	readonly label: string
	readonly file?: string
}

export const openpolitics = (): Topical[] => recordsIn(resolve(data, 'openpolitics.jsonl'))
export const trumptracker = (): Topical[] => recordsBeside('topic_trumptracker_mit.jsonl')

/** Creates a source from plain text. */
export const plain = (text: string): SourceText => ({ text, blocks: blocksOf(text) })

/** Reads a text of the test data. */
export const textOf = (name: string): string => readFileSync(resolve(data, name), 'utf8')
