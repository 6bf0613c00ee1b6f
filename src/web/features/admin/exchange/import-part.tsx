import type { ImportReport } from '#contract/transfer.ts'
import { common } from '#web/texts/admin/common.ts'
import { exchange as texts } from '#web/texts/admin/exchange.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { faultText } from '../faults.ts'
import { useUnloadGuard } from '../forms/leave-guard.tsx'
import { FileChoice } from './file-choice.tsx'
import { ImportDone } from './import-done.tsx'
import { ReportView } from './report-view.tsx'
import { type Importing, useImport } from './use-import.ts'

const wordOf = ({ create, update, refuse }: ImportReport['counts']): string => {
	if (refuse > 0) return texts.refusedWhy
	return create + update === 0 ? texts.nothingToDo : texts.readyWhy
}

interface PlanProps {
	readonly report: ImportReport
	readonly importing: Importing
}

const Plan = ({ report, importing: { busy, error, plan, write } }: PlanProps) => {
	const refused = report.counts.refuse > 0
	const ready = !refused && !busy && !plan.loading
	return (
		<section className="mt-6" aria-busy={plan.loading}>
			<h3 className={`text-lg font-semibold ${refused ? 'text-error' : ''}`}>
				{refused ? texts.refusedTitle : texts.planTitle}
			</h3>
			<p role="status" className="mt-1">
				{wordOf(report.counts)}
			</p>
			<div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
				<button
					type="button"
					className="btn btn-primary min-w-32"
					disabled={refused}
					aria-disabled={!ready}
					onClick={() => {
						if (ready) write()
					}}
				>
					{busy ? texts.importing : texts.import}
				</button>
				<p role="alert" className="min-w-0 flex-1 font-medium text-error empty:hidden">
					{error}
				</p>
			</div>
			<ReportView report={report} />
		</section>
	)
}

/** Files are chosen, what would happen is shown, and then they are imported. */
export const ImportPart = () => {
	const importing = useImport()
	const { files, plan, done, clear } = importing
	useUnloadGuard(files.length > 0)
	return (
		<section
			aria-labelledby="import-title"
			className="rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-6"
		>
			<h2 id="import-title" className="text-xl font-semibold">
				{texts.importTitle}
			</h2>
			{done ? (
				<ImportDone report={done} onAnother={clear} />
			) : (
				<>
					<p className="mt-2 text-muted">{texts.formats}</p>
					<p className="mt-2 text-muted">{texts.nothingYet}</p>
					<FileChoice importing={importing} />
					{plan.failure && (
						<div role="alert" className="mt-4 grid justify-items-start gap-3">
							<p className="font-medium text-error">
								{faultText(plan.failure, texts.checkFailed)} {texts.kept}
							</p>
							<button type="button" className="btn btn-primary" onClick={plan.reload}>
								{common.retry}
							</button>
						</div>
					)}
					{files.length > 0 && plan.loading && !plan.value && (
						<div className="mt-4">
							<Skeletons label={texts.checking} count={2} />
						</div>
					)}
					{plan.value && !plan.failure && <Plan report={plan.value} importing={importing} />}
				</>
			)}
		</section>
	)
}
