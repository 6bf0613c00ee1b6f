import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { classify, topicsOf } from '#domain/extraction/classify.ts'
import { COMMITMENT, detect } from '#domain/extraction/detect.ts'
import { extract } from '#domain/extraction/extract.ts'
import { segment } from '#domain/extraction/segment.ts'
import {
	hand,
	openpolitics,
	ownText,
	plain,
	type Sentence120,
	sharedText,
	trumptracker,
} from './extraction-data.ts'
import { hostile } from './extraction-hostile.ts'
import { atMost, cpuSeconds, type Line, line } from './extraction-lines.ts'
import { tableOf } from './table.ts'

const share = (hits: number, all: number): number => (all === 0 ? 0 : hits / all)
const harmonic = (precision: number, recall: number): number =>
	precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)

const isPolicy = ({ text, heading }: Sentence120): boolean =>
	detect({ text, kind: 'paragraph', heading: heading || null, leadIn: null }).score >= COMMITMENT

/** Precision, recall and F1 of the detection on some of the labelled sentences. */
const detection = (name: string, rows: readonly Sentence120[], goal: number | null): Line[] => {
	const found = rows.filter(isPolicy)
	const right = found.filter(({ label }) => label === 'policy').length
	const precision = share(right, found.length)
	const recall = share(right, rows.filter(({ label }) => label === 'policy').length)
	return [
		line(`detection, ${name}: precision`, rows.length, precision, goal),
		line(`detection, ${name}: recall`, rows.length, recall, null),
		line(`detection, ${name}: F1`, rows.length, harmonic(precision, recall), goal),
	]
}

/** Odd ones were looked at while the rules were written, even ones were not. */
const detections = (): Line[] => {
	const rows = hand()
	return [
		...detection('all', rows, 0.9),
		...detection(
			'without the borderline ones',
			rows.filter(({ borderline }) => !borderline),
			0.9,
		),
		...detection(
			'held-out half',
			rows.filter(({ id }) => id % 2 === 0),
			null,
		),
		...detection(
			'held-out half without the borderline ones',
			rows.filter(({ id, borderline }) => id % 2 === 0 && !borderline),
			null,
		),
	]
}

const accuracy = (
	name: string,
	rows: readonly {
		readonly text: string
		readonly label: string | null
		readonly heading?: string
	}[],
	goal: number | null,
): Line => {
	const right = rows.filter(
		({ text, label, heading }) =>
			classify(text, { heading: heading ? topicsOf(heading) : null }).category === label,
	)
	return line(`category, ${name}`, rows.length, share(right.length, rows.length), goal)
}

const categories = (): Line[] => {
	const policies = hand()
		.filter(({ label }) => label === 'policy')
		.map(({ id, text, category, heading }) => ({ id, text, label: category, heading }))
	const bare = policies.map(({ id, text, label }) => ({ id, text, label }))
	const topical = openpolitics()
	return [
		accuracy('with heading', policies, 0.85),
		accuracy(
			'with heading, held-out half',
			policies.filter(({ id }) => id % 2 === 0),
			null,
		),
		accuracy('without heading', bare, 0.75),
		accuracy(
			'without heading, held-out half',
			bare.filter(({ id }) => id % 2 === 0),
			null,
		),
		accuracy('openpolitics', topical, 0.65),
		accuracy(
			'openpolitics, held-out half',
			topical.filter((_, index) => index % 2 === 1),
			null,
		),
		accuracy('trumptracker (noisy labels)', trumptracker(), null),
	]
}

/** Sentences known to be single ones are joined; the places where they join are to be found again. */
const boundaries = (): Line => {
	const whole = openpolitics()
		.map(({ text }) => text.replace(/\s+/gu, ' ').trim())
		.filter(
			(text) => /[\p{L}\p{N}%)][.?!]["'”)]?$/u.test(text) && /^["'“(]?[\p{Lu}\p{N}]/u.test(text),
		)
	const text = whole.join(' ')
	const expected = new Set<number>()
	let at = 0
	for (const each of whole) {
		at += each.length
		expected.add(at)
		at++
	}
	const found = segment({ text, blocks: [{ kind: 'paragraph', start: 0, end: text.length }] })
	const right = found.filter(({ end }) => expected.has(end)).length
	const f1 = harmonic(share(right, found.length), share(right, expected.size))
	return line('sentence boundaries: F1', expected.size, f1, 0.995)
}

const proposals = async (text: string) => {
	const outcome = await extract(plain(text))
	return outcome.ok ? outcome.value.proposals : []
}

const pages = async (): Promise<Line[]> => {
	const text = ownText('manifesto-bullets.txt')
	const bullets = plain(text).blocks.filter(({ kind }) => kind === 'bullet')
	const starts = new Set((await proposals(text)).map(({ start }) => start))
	const found = bullets.filter(({ start }) => starts.has(start)).length
	const form = await proposals(ownText('contact-form.txt'))
	return [
		line('bullets of a manifesto', bullets.length, share(found, bullets.length), 1),
		atMost('policies of a contact form', 1, form.length, 0, ''),
	]
}

const costs = async (): Promise<Line[]> => {
	const texts = ['openpolitics-education.txt', 'sotu-2006-bush-excerpt.txt']
		.map(sharedText)
		.join('\n\n')
	const words = texts.split(/\s+/u).slice(0, 3000)
	const text = texts.slice(0, texts.indexOf(words.slice(-6).join(' ')))
	const once = await cpuSeconds(() => extract(plain(text)))
	const long = `${'We will raise the minimum wage and protect the river in every town. '.repeat(28_000)}`
	const half = await cpuSeconds(() => extract(plain(long.slice(0, long.length / 2))))
	const oneLine = await cpuSeconds(() => extract(plain(long)))
	const noStops = await cpuSeconds(() => extract(plain('a,'.repeat(950_000))))
	const refused = await cpuSeconds(() => extract(plain('x '.repeat(5_000_000))))
	return [
		atMost('3,000 words', words.length, once, 1, ' s'),
		atMost('one line of 1.9 million characters', long.length, oneLine, 60, ' s'),
		atMost('the same, in times of half of it', long.length, oneLine / half, 3, ' x'),
		atMost('1.9 million characters without a sentence', 1_900_000, noStops, 10, ' s'),
		atMost('10 million characters, refused', 10_000_000, refused, 5, ' s'),
	]
}

/** How much more is held after 1,000 extractions than after the first hundred. */
const memory = async (): Promise<Line> => {
	const text = sharedText('openpolitics-health.txt')
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('gc') as () => void
	const run = async (times: number): Promise<number> => {
		for (let time = 0; time < times; time++) await extract(plain(text), { pause: turn })
		collect()
		return process.memoryUsage().heapUsed / 2 ** 20
	}
	const early = await run(100)
	const late = await run(900)
	return atMost('more memory after 1,000 extractions', 1000, Math.max(0, late - early), 20, ' MB')
}

/**
 * The built-in extraction on labelled sentences, on pages that set traps, and on much too much text.
 * @returns whether every goal is met.
 */
export const extraction = async (): Promise<boolean> => {
	const lines = [
		boundaries(),
		...detections(),
		...categories(),
		...(await pages()),
		...(await costs()),
		...(await hostile()),
		await memory(),
	]
	const headings = ['measured', 'of', 'value', 'goal', '']
	const rows = lines.map(({ what, of, value, goal, met }) => [
		what,
		of,
		value,
		goal,
		met ? '' : 'MISSED',
	])
	console.log(tableOf(headings, rows))
	return lines.every(({ met }) => met)
}
