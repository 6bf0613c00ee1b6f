import { IMPORTANCE_DEFAULT } from '../constants.ts'
import { MEASURED_FIELDS, type MeasuredField } from '../policies.ts'
import { keywordsOf } from './keywords.ts'
import { measure } from './measure.ts'

/** The measured fields of a policy; null where a figure was never given. */
export interface Figures {
	readonly importance: number
	readonly complexityLevel: number | null
	readonly clarityScore: number | null
	readonly biasScore: number | null
	readonly effectivenessScore: number | null
	readonly keywords: string[]
}

/** A policy's text and figures, and which of them a person set; null where that was not recorded. */
export interface Measured extends Figures {
	readonly text: string
	readonly quote: string | null
	readonly setByHand: readonly MeasuredField[] | null
}

/** Figures as they are sent; without `setByHand` the sender does not say which a person set. */
export interface SentFigures extends Figures {
	readonly text: string
	readonly setByHand?: readonly MeasuredField[] | null | undefined
}

/** Measures the fields of a statement. @param quote the words that importance is read from. */
export const figuresOf = (
	text: string,
	quote = text,
): { [Field in keyof Figures]: NonNullable<Figures[Field]> } => {
	const { importance, complexity, clarity, bias, effectiveness } = measure(text, quote)
	return {
		importance: importance.value,
		complexityLevel: complexity.value,
		clarityScore: clarity.value,
		biasScore: bias.value,
		effectivenessScore: effectiveness.value,
		keywords: keywordsOf(text),
	}
}

const isSame = (field: MeasuredField, one: Figures, other: Figures): boolean => {
	const [a, b] = [one[field], other[field]]
	return Array.isArray(a) && Array.isArray(b)
		? a.length === b.length && a.every((word, index) => word === b[index])
		: a === b
}

/** Nothing was set: the default, or no figure at all. */
const isUnset = (field: MeasuredField, figures: Figures): boolean => {
	const value = figures[field]
	if (Array.isArray(value)) return value.length === 0
	return value === null || (field === 'importance' && value === IMPORTANCE_DEFAULT)
}

/** Fields of a new policy that differ from what its text measures, and from the defaults. */
export const setByHandOf = (sent: Figures & { readonly text: string }, quote?: string | null) => {
	const measured = [figuresOf(sent.text), figuresOf(sent.text, quote ?? sent.text)]
	return MEASURED_FIELDS.filter(
		(field) => !isUnset(field, sent) && !measured.some((each) => isSame(field, sent, each)),
	)
}

/**
 * Figures of a policy after a change: what no person set is measured again when the text changed, and what a person set
 * stays. A figure counts as set when it differs from before and from what the new text measures.
 */
export const settleFigures = (
	before: Measured,
	sent: SentFigures,
): { [Field in MeasuredField]?: Figures[Field] } & { setByHand: MeasuredField[] } => {
	const isReworded = sent.text !== before.text
	const measured = figuresOf(sent.text)
	const said = sent.setByHand ?? null
	const hand = new Set(said ?? before.setByHand ?? setByHandOf(before, before.quote))
	const again: Partial<Record<MeasuredField, Figures[MeasuredField]>> = {}
	for (const field of MEASURED_FIELDS) {
		const followsText = (isReworded || said !== null) && isSame(field, sent, measured)
		if (isSame(field, sent, before)) {
			const wasMeasured = before[field] !== null
			if (isReworded && wasMeasured && !hand.has(field)) again[field] = measured[field]
		} else if (!followsText) hand.add(field)
	}
	return {
		...(again as { [Field in MeasuredField]?: Figures[Field] }),
		setByHand: MEASURED_FIELDS.filter((field) => hand.has(field)),
	}
}
