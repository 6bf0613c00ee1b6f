import { useState } from 'react'
import type { ImportReport } from '#contract/admin/import-export.ts'
import { exchange as texts } from '#web/texts/en/admin/exchange.ts'
import { numberText } from '#web/ui/format.ts'

type Change = ImportReport['changes'][number]
type Action = Change['action']

const LOOKS: Readonly<Record<Action, string>> = {
	refuse: 'badge-error',
	create: 'badge-success',
	update: 'badge-warning',
	same: 'badge-ghost',
}

/** Rejected records first, because they block the import. */
const ORDER = ['refuse', 'create', 'update', 'same'] as const

const LINES = 100

const Counts = ({ counts, written }: Pick<ImportReport, 'counts' | 'written'>) => {
	const words: Partial<Record<Action, string>> = written ? texts.written : texts.counts
	return (
		<ul className="mt-3 flex flex-wrap gap-2">
			{ORDER.filter((action) => counts[action] > 0).map((action) => (
				<li
					key={action}
					className={`rounded-field border px-3 py-2 ${action === 'refuse' ? 'border-error bg-error/10 font-semibold text-error' : 'border-base-300'}`}
				>
					<strong className="tabular-nums">{numberText(counts[action])}</strong>
					<span>{` ${words[action] ?? texts.counts[action]}`}</span>
				</li>
			))}
		</ul>
	)
}

const Line = ({ change, written }: { readonly change: Change; readonly written: boolean }) => {
	const { file, line, table, action, name, message, notes = [] } = change
	return (
		<li className="grid grid-cols-[6rem_1fr] gap-x-3 border-t border-base-300 px-3 py-2.5">
			<span>
				<span className={`badge ${LOOKS[action]}`}>
					{(written ? texts.done : texts.actions)[action]}
				</span>
			</span>
			<span className="min-w-0">
				<span className="block wrap-anywhere">
					<span className="text-muted">{texts.tables[table]}</span>
					<span>{` ${name}`}</span>
				</span>
				{message && (
					<span
						className={`block wrap-anywhere ${action === 'refuse' ? 'font-medium text-error' : 'text-sm text-muted'}`}
					>
						{message}
					</span>
				)}
				{notes.length > 0 && (
					<ul className="list-disc ps-5 font-medium wrap-anywhere">
						{notes.map((note) => (
							<li key={note}>{note}</li>
						))}
					</ul>
				)}
				<span className="block text-sm text-muted wrap-anywhere">{texts.place(file, line)}</span>
			</span>
		</li>
	)
}

export const ReportView = ({ report }: { readonly report: ImportReport }) => {
	const { changes, counts, cut, written, notes = [] } = report
	const [shown, setShown] = useState(LINES)
	const more = Math.min(LINES, changes.length - shown)
	return (
		<>
			<Counts counts={counts} written={written} />
			{notes.length > 0 && (
				<ul className="mt-4 list-disc ps-5">
					{notes.map(({ file, line, message }) => (
						<li key={`${file} ${line} ${message}`} className="wrap-anywhere">
							{texts.note(file, message)}
						</li>
					))}
				</ul>
			)}
			<h4 className="mt-5 mb-2 font-semibold">{texts.lines}</h4>
			<ol className="rounded-field border border-base-300 *:first:border-t-0">
				{changes.slice(0, shown).map((change, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the list is never reordered.
					<Line key={index} change={change} written={written} />
				))}
			</ol>
			{more > 0 && (
				<button type="button" className="btn mt-3" onClick={() => setShown(shown + LINES)}>
					{texts.showMore(more)}
				</button>
			)}
			{cut && <p className="mt-3 text-muted">{texts.cut}</p>}
		</>
	)
}
