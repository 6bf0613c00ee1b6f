import { atLeast, atMost, type Figure, figure, type Goal } from './figure.ts'
import type { MatchJob, MatchSums } from './match-worker.ts'
import { inParallel } from './pool.ts'

const VOTERS = 20_000
const PARTIES = [4, 8, 25]
const MISSING = [0, 20, 40]
/** Voters behind each interval figure: each has an interval per party. */
const INTERVAL_VOTERS = 4000
/** Parts of a job that run in parallel. */
const JOB_PARTS = 4

/** Agreement with the first place over all statements, if all are asked and if half of them are. */
const AGREEMENT_ALL = 0.95
const AGREEMENT_HALF = 0.8
/** The permutation test is exact: without ties, 5 % of random voters are expected. Three standard errors may be chance. */
const ALARMS = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / VOTERS)

type Case = Omit<MatchJob, 'seed'>

const casesOf = (parties: number): Readonly<Record<string, Case>> => ({
	near: { part: 'agreement', parties, voters: VOTERS },
	uniform: { part: 'agreement', parties, voters: VOTERS, isUniform: true },
	content: { part: 'content', parties, voters: VOTERS },
	alarms: { part: 'alarms', parties, voters: VOTERS },
	...Object.fromEntries(
		MISSING.map((missing) => [
			`missing ${missing}`,
			{ part: 'intervals', parties, voters: INTERVAL_VOTERS, missing },
		]),
	),
})

/** Runs each case in parts. @returns the mean of each sum over the parts. */
const runCases = async (cases: readonly Case[]): Promise<MatchSums[]> => {
	const jobs = cases.flatMap((each) =>
		Array.from({ length: JOB_PARTS }, (_, part): MatchJob => {
			// Different voters for each part, the same for every number of missing positions.
			const seed = `match/${each.part}/${each.parties}/${each.isUniform ?? false}/${part}`
			return { ...each, voters: each.voters / JOB_PARTS, seed }
		}),
	)
	const sums = await inParallel<MatchJob, MatchSums>(
		new URL('./match-worker.ts', import.meta.url),
		jobs,
	)
	return cases.map((_, at) => {
		const parts = sums.slice(at * JOB_PARTS, (at + 1) * JOB_PARTS)
		const keys = Object.keys(parts[0] ?? {})
		return Object.fromEntries(
			keys.map((key) => [key, parts.reduce((all, part) => all + (part[key] ?? 0), 0) / JOB_PARTS]),
		)
	})
}

const ratio = (sums: MatchSums | undefined, part: string, whole: string): number =>
	(sums?.[part] ?? Number.NaN) / (sums?.[whole] ?? Number.NaN)

const agreementFigures = (
	parties: number,
	voters: string,
	sums: MatchSums | undefined,
	goals: { readonly all?: Goal; readonly half?: Goal },
): Figure[] => {
	const what = `${parties} parties, ${voters}: first as over all statements`
	const asked = sums?.askedStatements ?? 0
	const floor = {
		name: `owners alone, ${sums?.askedPolicies ?? 0} asked`,
		value: ratio(sums, 'owners', 'voters'),
	}
	return [
		figure({
			what: `${what}, ${asked} asked`,
			value: ratio(sums, 'asked', 'voters'),
			by: `${VOTERS} voters`,
			floor,
			...(goals.all && { goal: goals.all }),
		}),
		figure({
			what: `${what}, ${Math.ceil(asked / 2)} asked`,
			value: ratio(sums, 'half', 'voters'),
			by: `${VOTERS} voters`,
			floor,
			...(goals.half && { goal: goals.half }),
		}),
	]
}

const contentFigures = (parties: number, sums: MatchSums | undefined): Figure[] => {
	const shareOf = (key: string, which: string): Figure =>
		figure({
			what: `${parties} parties: ${which} share of first places of random voters`,
			value: sums?.[key] ?? Number.NaN,
			by: `${VOTERS} voters`,
			floor: { name: 'equal', value: 1 / parties },
		})
	return [
		figure({
			what: `${parties} parties: voters who answer like one have it first, alone`,
			value: (sums?.clones ?? Number.NaN) / parties,
			by: `of ${parties}`,
			goal: atLeast(1),
		}),
		shareOf('least', 'smallest'),
		shareOf('most', 'largest'),
	]
}

const intervalFigures = (
	parties: number,
	missing: number,
	sums: MatchSums | undefined,
): Figure[] => {
	const what = `${parties} parties, ${missing} % of positions unknown, ${sums?.asked ?? 0} asked`
	return [
		figure({
			what: `${what}: figures within their interval`,
			value: ratio(sums, 'covered', 'figures'),
			by: `${INTERVAL_VOTERS} voters`,
			goal: atLeast(1),
		}),
		figure({
			what: `${what}: width of the interval`,
			unit: 'points',
			value: ratio(sums, 'width', 'figures'),
			by: 'mean',
		}),
	]
}

/**
 * Measures matches with the positions of real parties: how often fewer statements give the first place of all, with
 * positions and with owners alone; whether voters who answer like a party find it; random voters; intervals.
 */
export const match = async (): Promise<Figure[]> => {
	const named = PARTIES.flatMap((parties) =>
		Object.entries(casesOf(parties)).map(([name, each]) => ({ parties, name, each })),
	)
	const sums = await runCases(named.map(({ each }) => each))
	return PARTIES.flatMap((parties) => {
		const of = (name: string): MatchSums | undefined =>
			sums[named.findIndex((each) => each.parties === parties && each.name === name)]
		const all = atLeast(AGREEMENT_ALL)
		return [
			...agreementFigures(parties, 'voters near one', of('near'), {
				all,
				half: atLeast(AGREEMENT_HALF),
			}),
			...agreementFigures(parties, 'random voters', of('uniform'), { all }),
			...contentFigures(parties, of('content')),
			figure({
				what: `${parties} parties: random voters with a clear first place`,
				value: ratio(of('alarms'), 'clear', 'voters'),
				by: `${VOTERS} voters`,
				goal: atMost(ALARMS),
			}),
			...MISSING.flatMap((missing) => intervalFigures(parties, missing, of(`missing ${missing}`))),
		]
	})
}
