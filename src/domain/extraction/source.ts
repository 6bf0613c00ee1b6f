/** What the stages of an extraction hand to each other. Every place is an offset into the stored text of the source. */

import type { POLICY_CATEGORIES } from '../types.ts'

export type PolicyCategory = (typeof POLICY_CATEGORIES)[number]

/** `other` is what a page holds beside its text: forms, menus, footers. It is shown with the source and never proposed. */
export type BlockKind = 'heading' | 'paragraph' | 'bullet' | 'other'

/** A piece of the source that belongs together; a bullet's starts after its mark. */
export interface Block {
	readonly kind: BlockKind
	readonly start: number
	readonly end: number
	/** The page does not show it when it is opened: its text may be written for machines. */
	readonly hidden?: boolean | undefined
}

/** A source as it is stored: its text, and its blocks in order, none overlapping another. */
export interface SourceText {
	readonly text: string
	readonly blocks: readonly Block[]
}

/** A sentence, or a bullet or heading that is none. */
export interface Sentence {
	readonly start: number
	readonly end: number
	/** Verbatim: `source.text.slice(start, end)`. */
	readonly quote: string
	/** The quote on one line: what is read by the stages. */
	readonly text: string
	readonly kind: BlockKind
	/** The index of its block, the same for all sentences of a paragraph. */
	readonly block: number
	/** The heading that it stands under. */
	readonly heading: string | null
	/** Of a bullet: the line that announces its list ("We will:"). */
	readonly leadIn: string | null
	/** Of a bullet: the index of its list in the source. */
	readonly list: number | null
	/** Of a block that the page does not show when it is opened. */
	readonly hidden: boolean
}

/** The text on one line, every run of white space one space. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()
