import { Download } from 'lucide-react'
import { useState } from 'react'
import { type ImportReport, transfer } from '#contract/transfer.ts'
import { DATE_ORDERS, type DateOrder, readDay } from '#domain/written-forms.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { exchange as texts } from '#web/texts/admin/exchange.ts'
import { dayText } from '#web/ui/dates.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { faultText } from '../faults.ts'
import { useUnloadGuard } from '../forms/leave-guard.tsx'
import { useOneAtATime } from '../use-one-at-a-time.ts'
import { saveTables } from './chosen.ts'
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

/** Order of day and month in the dates of this browser's language. */
const browserOrder = (): DateOrder => {
	const parts = new Intl.DateTimeFormat(navigator.language).formatToParts()
	const at = (type: 'month' | 'day') => parts.findIndex((part) => part.type === type)
	return at('month') < at('day') ? 'MDY' : 'DMY'
}

/** Asks how dates such as 3/4/2026 are meant, the order of the browser first. None is chosen beforehand. */
const DateQuestion = ({ report, importing }: PlanProps) => {
	const { dateOrder, chooseDateOrder, busy } = importing
	const [example] = report.ambiguousDates ?? []
	if (example === undefined) return null
	const orders = browserOrder() === 'MDY' ? DATE_ORDERS : DATE_ORDERS.toReversed()
	return (
		<fieldset className="mt-5 rounded-field border border-warning bg-warning/10 px-4 py-3">
			<legend className="font-semibold">{texts.datesTitle}</legend>
			<p className="wrap-anywhere">{texts.datesWhy(example)}</p>
			{orders.map((order) => (
				<label key={order} className="flex min-h-12 items-center gap-3">
					<input
						type="radio"
						name="dateOrder"
						checked={dateOrder === order}
						disabled={busy}
						className="size-5 accent-primary"
						onChange={() => chooseDateOrder(order)}
					/>
					<span>{texts.dateOrders[order](dayText(readDay(example, order) ?? example))}</span>
				</label>
			))}
		</fieldset>
	)
}

/** Offers to import the rest where something is refused. */
const RestOffer = ({ report: { partial }, importing: { busy, plan, writeRest } }: PlanProps) => {
	if (partial === undefined) return null
	const { create, update } = partial.counts
	const ready = !busy && !plan.loading
	return (
		<div className="mt-4 rounded-field border border-base-300 px-4 py-3">
			<p>{texts.restWhy(partial.leftOut)}</p>
			<button
				type="button"
				className="btn mt-3 h-auto min-h-12 py-2"
				aria-disabled={!ready}
				onClick={() => {
					if (ready) writeRest()
				}}
			>
				{texts.importRest(create + update)}
			</button>
		</div>
	)
}

const Plan = (props: PlanProps) => {
	const {
		report,
		importing: { busy, error, plan, write },
	} = props
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
			<DateQuestion {...props} />
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
			<RestOffer {...props} />
			<ReportView report={report} />
		</section>
	)
}

/** Saves one of the templates. */
const Templates = () => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)
	const save = (name: string): void => {
		run(async () => {
			setError(null)
			const reply = await call(transfer.importTemplates, {})
			if (reply.ok) saveTables(reply.value.files.filter((file) => file.name === name))
			else setError(faultText(reply.error, texts.templatesFailed))
		})
	}
	return (
		<div className="mt-3">
			<p>{texts.templates}</p>
			<ul className="mt-1 flex flex-wrap gap-2">
				{texts.templateNames.map((name) => (
					<li key={name}>
						<button
							type="button"
							className="btn btn-sm min-h-11"
							aria-disabled={busy}
							onClick={() => save(name)}
						>
							<Download aria-hidden="true" className="size-4" />
							<span>{name}</span>
						</button>
					</li>
				))}
			</ul>
			<p role="alert" className="mt-2 font-medium text-error empty:hidden">
				{error}
			</p>
		</div>
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
				<ImportDone report={done} leftOut={importing.leftOut} onAnother={clear} />
			) : (
				<>
					<p className="mt-2 text-muted">{texts.formats}</p>
					<p className="mt-2 text-muted">{texts.nothingYet}</p>
					<Templates />
					<FileChoice importing={importing} />
					{plan.failure && (
						<div role="alert" className="mt-4 grid justify-items-start gap-3">
							<p className="font-medium text-error">
								{`${faultText(plan.failure, texts.checkFailed)} ${texts.kept}`}
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
