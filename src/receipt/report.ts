import type { Receipt } from '#domain/receipt.ts'
import type { Check } from './verify.ts'

const HEAD = ['', 'receipt', 'recomputed', 'plain formula', ''] as const

const rowOf = ({ what, stated, recomputed, plain, ok }: Check): readonly string[] => [
	what,
	stated,
	recomputed,
	plain ?? '',
	ok ? 'same' : 'DIFFERENT',
]

const STATUS = {
	estimated: 'estimated on the device',
	confirmed: 'confirmed by the server',
} as const

/** Report of the checks: a heading, a table of stated and recomputed figures, and the outcome. */
export const reportLines = (receipt: Receipt, checks: readonly Check[]): string[] => {
	const { quiz, date, status, statements, formula } = receipt
	const rows = [HEAD, ...checks.map(rowOf)]
	const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
	const table = rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	)
	const wrong = checks.filter(({ ok }) => !ok).length
	return [
		[quiz.name, quiz.election.name, date, STATUS[status]].filter(Boolean).join(', '),
		`${statements.length} statements, quiz type ${quiz.type}, formula ${formula.version}`,
		'',
		...table,
		'',
		wrong === 0
			? 'The receipt is right: everything follows from its answers and weights.'
			: `The receipt is wrong: ${wrong} of ${checks.length} figures do not follow from its answers and weights.`,
	]
}
