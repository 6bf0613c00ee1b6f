import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { blocksOf } from '#domain/extraction/blocks.ts'
import type { SourceText } from '#domain/extraction/source.ts'

const data = resolve(import.meta.dirname, '../../../shared/data')

/** Records of the labelled data beside the repository: their sentences have no licence to stand in it. */
const labelled = <Row>(name: string): Row[] =>
	readFileSync(resolve(data, 'labelled', name), 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as Row)

export interface Sentence120 {
	readonly id: number
	readonly text: string
	readonly label: 'policy' | 'not_policy'
	readonly category: string | null
	readonly borderline: boolean
	readonly file: string
	readonly heading: string
}

/** 120 sentences of twelve campaign texts: policy or not, and of what category. */
export const hand = (): Sentence120[] => labelled('hand_120.jsonl')

export interface Topical {
	readonly text: string
	readonly label: string
	readonly file?: string
}

export const openpolitics = (): Topical[] => labelled('topic_openpolitics_cc0.jsonl')
export const trumptracker = (): Topical[] => labelled('topic_trumptracker_mit.jsonl')

/** A plain text as a source. */
export const plain = (text: string): SourceText => ({ text, blocks: blocksOf(text) })

/** A text among the shared ones. */
export const sharedText = (name: string): string =>
	readFileSync(resolve(data, 'texts', name), 'utf8')

/** A text of our own: a manifesto of 43 bullets, and a contact page. */
export const ownText = (name: string): string =>
	readFileSync(resolve(import.meta.dirname, '../data/extraction', name), 'utf8')
