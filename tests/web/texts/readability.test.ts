import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { countSyllables, readingGrade, wordsOf } from '../../support/reading-grade.ts'

const folder = resolve(import.meta.dirname, '../../../src/web/texts/en')

const MOST = 8
/** Shorter texts, such as labels, have no meaningful grade. */
const WORDS = { text: 12, sentence: 5 }

/** Arguments that work for some text functions each. */
const SAMPLES = [
	3,
	{ quizzes: 3, unsentAnswers: 3, unsent: 3, refused: 3, knowledgeTests: 3 },
	['Ann', 'Bo'],
	'https://example.org/',
]

const called = (text: (...values: unknown[]) => unknown): string => {
	for (const sample of SAMPLES) {
		try {
			const made = text(sample, sample, sample, sample)
			if (typeof made === 'string' && !/undefined|NaN|\[object/.test(made)) return made
		} catch {
			// The next sample may fit.
		}
	}
	throw new Error(`No sample fits ${text}`)
}

/** Pairs of "area.group.key" and its text. */
const textsIn = (value: unknown, path: string): (readonly [string, string])[] => {
	if (typeof value === 'string') return [[path, value]]
	if (typeof value === 'function') return [[path, called(value as () => unknown)]]
	return typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
		: []
}

const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
const areas: (readonly [string, readonly (readonly [string, string])[]])[] = [
	...(await Promise.all(
		files.map(async (file) => [file, textsIn(await import(join(folder, file)), file)] as const),
	)),
	[
		'messages',
		textsIn(MESSAGES, 'messages').map(([path, text]) => [path, text.replaceAll(/\{\w+\}/g, '3')]),
	],
]

const graded = (text: string): string => `grade ${readingGrade(text).toFixed(1)}: ${text}`

describe('voter texts', () => {
	it.each(areas)('%s: every long text has at most grade 8', (_, texts) => {
		const long = texts.filter(([, text]) => wordsOf(text).length >= WORDS.text)
		const hard = long.filter(([, text]) => readingGrade(text) > MOST)
		expect(hard.map(([path, text]) => `${path}, ${graded(text)}`)).toEqual([])
	})

	it.each(areas)('%s: all sentences together have at most grade 8', (_, texts) => {
		const sentences = texts.filter(([, text]) => wordsOf(text).length >= WORDS.sentence)
		const whole = sentences.map(([, text]) => text.replace(/[^.!?]$/, '$&.')).join(' ')
		expect(whole === '' ? 0 : readingGrade(whole)).toBeLessThanOrEqual(MOST)
	})
})

describe('countSyllables', () => {
	it.each([
		[1, 'the are use you saved names files quiz tied closed whose tapped'],
		[2, 'people device ended server settle shuffled changes closely agreed every something'],
		[3, 'candidate policies election position disagree everything anyone ideas usual'],
		[4, 'available arithmetic variation reliable accuracy'],
		[6, 'automatically'],
	])('counts %i', (count, words) => {
		expect(words.split(' ').filter((word) => countSyllables(word) !== count)).toEqual([])
	})
})

describe('readingGrade', () => {
	it('grows with the length of sentences and words', () => {
		// 6 words, 1 sentence, 6 syllables: 0.39 × 6 + 11.8 × 1 − 15.59.
		expect(readingGrade('The cat sat on the mat.')).toBeCloseTo(-1.45)
		// 2 sentences of 2 words with 8 syllables in all: 0.39 × 2 + 11.8 × 2 − 15.59.
		expect(readingGrade('Seven answers. Many servers.')).toBeCloseTo(8.79)
	})
})
