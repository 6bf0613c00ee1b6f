import { type Context, type Topics, topicsOf } from './classify.ts'
import type { Sentence } from './source.ts'

/** Sentences so far before and behind are neighbours. */
const REACH = 2

/** Gives each sentence what stands around it; the topics of a text that several share are read once. */
export const surroundings = (sentences: readonly Sentence[]): ((index: number) => Context) => {
	const known = new Map<string, Topics>()
	const topics = (text: string | null): Topics | null => {
		if (text === null) return null
		const read = known.get(text) ?? topicsOf(text)
		known.set(text, read)
		return read
	}
	return (index) => {
		const self = sentences[index]
		const near = sentences
			.slice(Math.max(0, index - REACH), index + REACH + 1)
			.filter((each) => each !== self && each.kind !== 'heading' && each.heading === self?.heading)
		return {
			heading: topics(self?.heading ?? null),
			leadIn: topics(self?.leadIn ?? null),
			neighbours: near.map(({ text }) => topics(text) ?? topicsOf(text)),
		}
	}
}
