import { COMMITMENT, type Detection } from './detect.ts'
import type { Sentence } from './source.ts'

export interface Judged {
	readonly sentence: Sentence
	readonly detection: Detection
}

/** A list of fewer items is no company. */
const COMPANY = 3
/** What an item gets that its list speaks for. */
const LIFTED = 0.55
/** Below this an item has a reason against it that its list does not outweigh. */
const FLOOR = 0.1

/**
 * Judges the items of a list together: where at least half of them are commitments, the others are read as such too,
 * unless something speaks against them. "Warm homes" means little alone, and much between "Cap rents" and "Insulate schools".
 */
export const settleLists = (judged: readonly Judged[]): Judged[] => {
	const lists = new Map<number, { all: number; committed: number }>()
	for (const { sentence, detection } of judged) {
		if (sentence.list === null) continue
		const list = lists.get(sentence.list) ?? { all: 0, committed: 0 }
		list.all++
		if (detection.score >= COMMITMENT) list.committed++
		lists.set(sentence.list, list)
	}
	return judged.map((each) => {
		const { sentence, detection } = each
		const list = sentence.list === null ? undefined : lists.get(sentence.list)
		const isCarried = list && list.all >= COMPANY && 2 * list.committed >= list.all
		if (!isCarried || detection.score >= COMMITMENT || detection.score < FLOOR) return each
		const reason = { text: 'stands in a list of commitments', weight: 2 }
		return { sentence, detection: { score: LIFTED, reasons: [...detection.reasons, reason] } }
	})
}
