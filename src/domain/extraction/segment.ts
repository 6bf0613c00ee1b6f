import { sentenceSpans } from './boundaries.ts'
import { type Block, oneLine, type Sentence, type SourceText } from './source.ts'

/** What stands above a block: its heading, and the list that it is in. */
interface Above {
	heading: string | null
	leadIn: string | null
	list: number | null
	lists: number
	/** The last sentence of the paragraph above, which may announce a list. */
	last: string | null
}

/** Changes what stands above by the block that comes now. */
const enter = (above: Above, block: Block, text: string): void => {
	if (block.kind === 'bullet') {
		if (above.list === null) {
			above.list = above.lists++
			above.leadIn = above.last?.endsWith(':') ? above.last : null
		}
		return
	}
	above.list = null
	above.leadIn = null
	if (block.kind === 'heading') {
		above.heading = oneLine(text)
		// A heading may announce a list itself ("We will:").
		above.last = above.heading
	}
}

/** The sentences of one block, under what stands above it. */
const sentencesOf = (text: string, block: Block, index: number, above: Above): Sentence[] => {
	const spans = block.kind === 'heading' ? [{ start: 0, end: text.length }] : sentenceSpans(text)
	const isBullet = block.kind === 'bullet'
	return spans.map(({ start, end }) => ({
		start: block.start + start,
		end: block.start + end,
		quote: text.slice(start, end),
		text: oneLine(text.slice(start, end)),
		kind: block.kind,
		block: index,
		heading: above.heading,
		leadIn: isBullet ? above.leadIn : null,
		list: isBullet ? above.list : null,
		hidden: block.hidden === true,
	}))
}

/**
 * The sentences of a source with their exact places. A sentence never reaches over the end of its block; a bullet without a
 * full stop is one, and so is a heading, which is never divided and stands under itself.
 */
export const segment = (source: SourceText): Sentence[] => {
	const sentences: Sentence[] = []
	const above: Above = { heading: null, leadIn: null, list: null, lists: 0, last: null }
	for (const [index, block] of source.blocks.entries()) {
		const text = source.text.slice(block.start, block.end)
		enter(above, block, text)
		const found = sentencesOf(text, block, index, above)
		for (const sentence of found) sentences.push(sentence)
		if (block.kind === 'paragraph') above.last = found.at(-1)?.text ?? above.last
	}
	return sentences
}
