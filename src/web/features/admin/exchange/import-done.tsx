import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ManagedElection } from '#contract/manage-elections.ts'
import type { ImportReport, TextFile } from '#contract/transfer.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { exchange as texts } from '#web/texts/admin/exchange.ts'
import { readElection } from '../elections/read.ts'
import { useRead } from '../lists/use-read.ts'
import { saveTables } from './chosen.ts'
import { ReportView } from './report-view.tsx'

/** The elections by their ids; one that is gone meanwhile is left out. */
const readElections = async (
	ids: readonly string[],
): Promise<Result<readonly ManagedElection[], Failure>> => {
	const found = await Promise.all(ids.map(readElection))
	return { ok: true, value: found.flatMap((reply) => (reply.ok ? [reply.value] : [])) }
}

interface ImportDoneProps {
	readonly report: ImportReport
	readonly leftOut: readonly TextFile[]
	readonly onAnother: () => void
}

/** What was imported, with the ways to it. */
export const ImportDone = ({ report, leftOut, onAnother }: ImportDoneProps) => {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	const { value: elections } = useRead(report.electionIds.join(), () =>
		readElections(report.electionIds),
	)
	return (
		<div className="mt-4">
			<h3 ref={heading} tabIndex={-1} className="text-lg font-semibold text-success">
				{texts.doneTitle}
			</h3>
			<ul className="mt-2 grid gap-1">
				{elections?.map(({ id, name }) => (
					<li key={id} className="flex flex-wrap items-center gap-x-4">
						<Link
							to="/admin/elections"
							search={{ search: name }}
							className="flex min-h-12 items-center font-semibold text-primary underline underline-offset-4 wrap-anywhere"
						>
							{name}
						</Link>
						<Link
							to="/admin/compare-quizzes/$electionId"
							params={{ electionId: id }}
							className="flex min-h-12 items-center text-primary underline underline-offset-4 wrap-anywhere"
						>
							{texts.theirQuizzes(name)}
						</Link>
					</li>
				))}
			</ul>
			{leftOut.length > 0 && (
				<div className="mt-3 rounded-field border border-warning bg-warning/10 px-4 py-3">
					<p>{texts.leftOut(leftOut.map(({ name }) => name).join(', '))}</p>
					<button type="button" className="btn mt-2" onClick={() => saveTables(leftOut)}>
						{texts.saveLeftOut}
					</button>
				</div>
			)}
			<ReportView report={report} />
			<button type="button" className="btn mt-5" onClick={onAnother}>
				{texts.another}
			</button>
		</div>
	)
}
