import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { extract } from '#domain/extraction/extract.ts'
import { cpuSecondsOf } from './cpu-seconds.ts'
import { plain, textOf } from './extraction-data.ts'
import { atMost, atMostTimes, type Figure, figure, timeOf } from './figure.ts'

const TIMES = 10
const unit = 'CPU s'

const costOf = (text: string): Promise<number[]> => cpuSecondsOf(TIMES, () => extract(plain(text)))

/** Measures the cost of a typical text and of texts designed to be expensive. */
export const costs = async (): Promise<Figure[]> => {
	const texts = ['openpolitics-education.txt', 'sotu-2006-bush-excerpt.txt']
		.map(textOf)
		.join('\n\n')
	const words = texts.split(/\s+/u).slice(0, 3000)
	const usual = await costOf(texts.slice(0, texts.indexOf(words.slice(-6).join(' '))))
	const long = 'We will raise the minimum wage and protect the river in every town. '.repeat(7_000)
	const half = await costOf(long.slice(0, long.length / 2))
	const oneLine = await costOf(long)
	const noStops = await costOf('a,'.repeat(950_000))
	const refused = await costOf('x '.repeat(1_250_000))
	const what = `one line of ${long.length} characters`
	return [
		timeOf({ what: '3,000 words', unit, taken: usual, goal: atMost(1) }),
		timeOf({ what, unit, taken: oneLine, goal: atMost(15) }),
		timeOf({
			what,
			unit,
			taken: oneLine,
			floor: { name: 'half of it', taken: half },
			goal: atMostTimes(3),
		}),
		timeOf({
			what: '1.9 million characters without a sentence',
			unit,
			taken: noStops,
			goal: atMost(10),
		}),
		timeOf({ what: '2.5 million characters, refused', unit, taken: refused, goal: atMost(1.25) }),
	]
}

const EARLY = 100
const LATE = 400

/** Measures the memory growth of many extractions relative to the first hundred. */
export const memory = async (): Promise<Figure> => {
	const text = textOf('openpolitics-health.txt')
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('gc') as () => void
	const run = async (times: number): Promise<number> => {
		for (let time = 0; time < times; time++) await extract(plain(text), { pause: turn })
		collect()
		return process.memoryUsage().heapUsed / 2 ** 20
	}
	const early = await run(EARLY)
	const late = await run(LATE)
	return figure({
		what: `memory held after ${LATE} more extractions`,
		unit: 'MB',
		value: Math.max(0, late - early),
		goal: atMost(10),
	})
}
