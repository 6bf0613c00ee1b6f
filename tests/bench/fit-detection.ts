import { BASE, COMMITMENT, featuresOf, lookAt, RULES } from '#domain/extraction/detect.ts'
import { segment } from '#domain/extraction/segment.ts'
import { sidesOf } from '#domain/extraction/sides.ts'
import { situate } from '#domain/extraction/situate.ts'
import { comparable, type SourceText } from '#domain/extraction/text.ts'
import { hand, lookOf, plain, textOf } from './extraction-data.ts'
import { developmentSet, type LabelledSentence, matchesOf } from './extraction-development.ts'

/**
 * Fits the weights of detection: logistic regression with L2 on the documents to tune with, `hand_120`, and two own
 * pages. Prints precision, recall and F1 with a tenth of the documents left out in turn, and the weights to put into `detect.ts`.
 * Run: npx tsx tests/bench/fit-detection.ts
 */

interface Row {
	readonly document: string
	/** Index and value of the rules that hold; the last index is the base. */
	readonly values: readonly (readonly [number, number])[]
	readonly commitment: boolean
	/** Doubtful labels count half. */
	readonly counts: number
}

type Label = Pick<LabelledSentence, 'commitment' | 'borderline'>
const PENALTY = 0.5
const STEPS = 400
const FOLDS = 10
const RATE = 0.003
const SHORT = 4

const rowOf = (document: string, values: readonly number[], label: Label): Row => ({
	document,
	values: [...[...values].entries(), [values.length, 1] as const].filter(
		([, value]) => value !== 0,
	),
	commitment: label.commitment,
	counts: label.borderline ? 0.5 : 1,
})

const lookedIn = (source: SourceText, names: readonly string[]) => {
	const sentences = segment(source)
	const values = featuresOf(situate(sentences, sidesOf(names, source.text)).map(lookAt))
	return sentences.map((sentence, index) => ({ sentence, values: values[index] ?? [] }))
}

const rowsOfDocuments = async (): Promise<Row[]> => {
	const documents = (await developmentSet()).filter(({ split }) => split === 'tune')
	return documents.flatMap(({ document, source, names, sentences }) => {
		const exact = new Map(sentences.map((each) => [comparable(each.text), each]))
		const labelOf = (text: string, isShort: boolean): Label | undefined => {
			if (isShort) return exact.get(comparable(text))
			const found = (matchesOf([text], sentences)[0] ?? []).flatMap(({ index }) =>
				index === null ? [] : (sentences[index] ?? []),
			)
			return found.find(({ commitment }) => commitment) ?? found[0]
		}
		return lookedIn(source, names)
			.filter(({ sentence }) => sentence.kind !== 'other')
			.map(({ sentence: { text, kind }, values }) => {
				const label = labelOf(text, kind === 'heading' || text.split(' ').length < SHORT)
				return rowOf(document, values, label ?? { commitment: false })
			})
	})
}

/** A manifesto of which every bullet is a commitment, and a form without any. */
const rowsOfPages = (): Row[] =>
	['manifesto-bullets.txt', 'contact-form.txt'].flatMap((name) =>
		lookedIn(plain(textOf(name)), []).map(({ sentence, values }) =>
			rowOf(name, values, {
				commitment: name.startsWith('manifesto') && sentence.kind === 'bullet',
			}),
		),
	)

const rowsByHand = (): Row[] =>
	hand().map((row) =>
		rowOf(row.file, featuresOf([lookAt(lookOf(row))])[0] ?? [], {
			commitment: row.label === 'policy',
			borderline: row.borderline,
		}),
	)

const scoreOf = (weights: readonly number[], { values }: Row): number =>
	1 / (1 + Math.exp(-values.reduce((sum, [at, value]) => sum + value * (weights[at] ?? 0), 0)))

/** Gradient descent with momentum. The last weight is the base and has no penalty. */
const fitted = (rows: readonly Row[]): number[] => {
	const weights = [...RULES.map(({ weight }) => weight), BASE]
	const speed = weights.map(() => 0)
	for (let step = 0; step < STEPS; step++) {
		const slope = weights.map((weight, at) => (at < RULES.length ? PENALTY * weight : 0))
		for (const row of rows) {
			const by = row.counts * (scoreOf(weights, row) - Number(row.commitment))
			for (const [at, value] of row.values) slope[at] = (slope[at] ?? 0) + by * value
		}
		for (const [at, each] of slope.entries()) {
			speed[at] = 0.9 * (speed[at] ?? 0) - RATE * each
			weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0)
		}
	}
	return weights
}

const rows = [...(await rowsOfDocuments()), ...rowsOfPages(), ...rowsByHand()]
const names = [...new Set(rows.map(({ document }) => document))]
const foldOf = ({ document }: Row): number => names.indexOf(document) % FOLDS
const unseen = Array.from({ length: FOLDS }, (_, fold) => {
	const weights = fitted(rows.filter((row) => foldOf(row) !== fold))
	const own = rows.filter((row) => foldOf(row) === fold)
	return own.map((row) => ({ row, isFound: scoreOf(weights, row) >= COMMITMENT }))
}).flat()
const found = unseen.filter(({ isFound }) => isFound).length
const all = unseen.filter(({ row }) => row.commitment).length
const right = unseen.filter(({ row, isFound }) => isFound && row.commitment).length
console.log(`${rows.length} sentences, a tenth of the documents left out in turn:`)
console.log(`precision ${right / found}, recall ${right / all}, F1 ${(2 * right) / (found + all)}`)
for (const [at, weight] of fitted(rows).entries())
	console.log((RULES[at]?.name ?? 'BASE').padEnd(18), weight.toFixed(1))
