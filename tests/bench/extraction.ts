import { classify, topicsOf } from '#domain/extraction/classify.ts'
import { COMMITMENT, detect, RULES } from '#domain/extraction/detect.ts'
import { extract } from '#domain/extraction/extract.ts'
import { segment } from '#domain/extraction/segment.ts'
import { costs, memory } from './extraction-costs.ts'
import {
	hand,
	lookOf,
	openpolitics,
	plain,
	type Sentence120,
	textOf,
	trumptracker,
} from './extraction-data.ts'
import {
	categoriesOf,
	detectionOf,
	developmentSet,
	floorOf,
	judge,
	type LabelledDocument,
	SPLITS,
	shownOf,
} from './extraction-development.ts'
import { hostile } from './extraction-hostile.ts'
import { atLeast, atMost, type Figure, figure } from './figure.ts'

const share = (hits: number, all: number): number => (all === 0 ? 0 : hits / all)
const harmonic = (precision: number, recall: number): number =>
	precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)

const isPolicy = (row: Sentence120): boolean => detect(lookOf(row)).score >= COMMITMENT

/** Precision and recall. Floor: random guessing. */
const detection = (name: string, rows: readonly Sentence120[], least: number | null): Figure[] => {
	if (rows.length === 0) return []
	const found = rows.filter(isPolicy)
	const policies = rows.filter(({ label }) => label === 'policy').length
	const right = found.filter(({ label }) => label === 'policy').length
	const precision = share(right, found.length)
	const recall = share(right, policies)
	const chance = share(policies, rows.length)
	const about = (what: string, value: number, coin: number, goal: number | null): Figure =>
		figure({
			what: `detection, ${name}: ${what}`,
			value,
			by: `${rows.length} sentences`,
			floor: { name: 'chance', value: coin },
			...(goal !== null && { goal: atLeast(goal) }),
		})
	return [
		about('precision', precision, chance, least),
		about('recall', recall, 0.5, null),
		about('F1', harmonic(precision, recall), harmonic(chance, 0.5), least),
	]
}

/** Rules and weights were tuned on all rows. */
const detections = (): Figure[] => {
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

interface Labelled {
	readonly text: string
	readonly label: string | null
	readonly heading?: string
}

const commonest = (rows: readonly Labelled[]): number => {
	const counts = new Map<string | null, number>()
	for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1)
	return Math.max(...counts.values())
}

/** Accuracy. Floor: always guessing the most frequent category. */
const accuracy = (name: string, rows: readonly Labelled[], least: number | null): Figure[] => {
	if (rows.length === 0) return []
	const right = rows.filter(
		({ text, label, heading }) =>
			classify(text, { heading: heading ? topicsOf(heading) : null }).category === label,
	)
	return [
		figure({
			what: `category, ${name}: right`,
			value: share(right.length, rows.length),
			by: `${rows.length} policies`,
			floor: { name: 'most frequent', value: share(commonest(rows), rows.length) },
			...(least !== null && { goal: atLeast(least) }),
		}),
	]
}

const categories = (): Figure[] => {
	const policies = hand()
		.filter(({ label }) => label === 'policy')
		.map(({ id, text, category, heading }) => ({ id, text, label: category, heading }))
	const bare = policies.map(({ id, text, label }) => ({ id, text, label }))
	const topical = openpolitics()
	return [
		...accuracy('with heading', policies, 0.85),
		...accuracy(
			'with heading, held-out half',
			policies.filter(({ id }) => id % 2 === 0),
			null,
		),
		...accuracy('without heading', bare, 0.75),
		...accuracy(
			'without heading, held-out half',
			bare.filter(({ id }) => id % 2 === 0),
			null,
		),
		...accuracy('openpolitics', topical, 0.65),
		...accuracy(
			'openpolitics, held-out half',
			topical.filter((_, index) => index % 2 === 1),
			null,
		),
		...accuracy('trumptracker (noisy labels)', trumptracker(), null),
	]
}

/** Joins known sentences, and measures how many boundaries are found again. */
const boundaries = (): Figure => {
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
	return figure({
		what: 'sentence boundaries: F1',
		value: f1,
		by: `${expected.size} sentences`,
		goal: atLeast(0.995),
	})
}

const proposals = async (text: string) => {
	const outcome = await extract(plain(text))
	return outcome.ok ? outcome.value.proposals : []
}

const pages = async (): Promise<Figure[]> => {
	const text = textOf('manifesto-bullets.txt')
	const bullets = plain(text).blocks.filter(({ kind }) => kind === 'bullet')
	const starts = new Set((await proposals(text)).map(({ start }) => start))
	const found = bullets.filter(({ start }) => starts.has(start)).length
	const form = await proposals(textOf('contact-form.txt'))
	return [
		figure({
			what: 'bullets of a manifesto: found',
			value: share(found, bullets.length),
			by: `${bullets.length} bullets`,
			goal: atLeast(1),
		}),
		figure({ what: 'policies of a contact form', value: form.length, goal: atMost(0) }),
	]
}

const judgeAll = (documents: readonly LabelledDocument[], without?: ReadonlySet<string>) =>
	Promise.all(documents.map((each) => judge(each, without ? { without } : {})))

/** What each rule adds to F1, by switching it off. Printed, because its figures have no goals. */
const ablation = async (sets: readonly (readonly LabelledDocument[])[]): Promise<void> => {
	const scores = async (without?: ReadonlySet<string>): Promise<number[]> =>
		Promise.all(sets.map(async (set) => detectionOf(await judgeAll(set, without)).f1))
	const whole = await scores()
	console.log(`${'rule'.padEnd(18)} adds to F1 on ${SPLITS.join(', ')}`)
	for (const { name } of RULES) {
		const less = await scores(new Set([name]))
		const gains = whole.map((f1, at) => (100 * (f1 - (less[at] ?? 0))).toFixed(2).padStart(7))
		console.log(name.padEnd(18) + gains.join(' '))
	}
}

/** Detection, categories and wording on the labelled documents, by split. Nothing is tuned on the hold-out. */
const development = async (): Promise<Figure[]> => {
	const documents = await developmentSet()
	const sets = SPLITS.map((split) => documents.filter((each) => each.split === split))
	if (documents.length === 0) return []
	await ablation(sets)
	const figures = await Promise.all(
		SPLITS.map(async (split, index) => {
			const set = sets[index] ?? []
			const judged = await judgeAll(set)
			const [all, clear, floor] = [detectionOf(judged), detectionOf(judged, false), floorOf(set)]
			const shown = shownOf(judged)
			const categories = categoriesOf(judged)
			const by = `${all.sentences} sentences`
			const about = (what: string, value: number, coin: number): Figure =>
				figure({
					what: `${split}, ${what}`,
					value,
					by,
					floor: { name: 'pattern', value: coin },
				})
			const count = (what: string, value: number): Figure =>
				figure({ what: `${split}, ${what}`, value, by: `of ${shown.all} proposals` })
			return [
				about('precision', all.precision, floor.precision),
				about('recall', all.recall, floor.recall),
				about('F1', all.f1, floor.f1),
				about('F1 without the borderline ones', clear.f1, floor.f1),
				count('category right', categories.right),
				count('wrong owners', shown.wrongOwners),
				count('quotes verbatim', shown.verbatim),
				count('shown first', shown.first),
				count('shown first with a fault', shown.faulty),
			]
		}),
	)
	return figures.flat()
}

/** Measures the built-in extraction on labeled sentences, tricky pages, and oversized text. */
export const extraction = async (): Promise<Figure[]> => [
	boundaries(),
	...detections(),
	...(await development()),
	...categories(),
	...(await pages()),
	...(await costs()),
	...(await hostile()),
	await memory(),
]
