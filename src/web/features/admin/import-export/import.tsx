import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Upload, X } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { ManagedElection } from '#contract/admin/elections.ts'
import { type ImportReport, type TextFile, transfer } from '#contract/admin/import-export.ts'
import { DATE_ORDERS, type DateOrder, readDay } from '#domain/written-forms.ts'
import { call } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { exchange as texts } from '#web/texts/en/admin/exchange.ts'
import { dayText, sizeText } from '#web/ui/format.ts'
import { Skeletons } from '#web/ui/notice.tsx'
import { readElection } from '../elections/api.ts'
import { useAction } from '../kit/actions.tsx'
import { errorText } from '../kit/errors.ts'
import { useUnloadGuard } from '../kit/leave-guard.tsx'
import { failureOf } from '../kit/queries.ts'
import { ReportView } from './import-report.tsx'
import { type Importing, saveTables, useImport } from './use-import.ts'

const TYPES = '.json,.csv,.js,.xml,application/json,text/csv,text/javascript,text/xml'

interface FileChoiceProps {
	readonly importing: Importing
}

const ChosenFiles = ({ importing: { files, busy, takeOut, clear } }: FileChoiceProps) => (
	<section className="mt-4">
		<h3 className="font-semibold">{texts.chosen}</h3>
		<ul className="mt-1">
			{files.map(({ name, bytes }) => (
				<li key={name} className="flex items-center gap-2">
					<span className="min-w-0 flex-1 wrap-anywhere">{texts.size(name, sizeText(bytes))}</span>
					<button
						type="button"
						aria-label={texts.takeOut(name)}
						aria-disabled={busy}
						className="btn btn-ghost btn-square"
						onClick={() => {
							if (!busy) takeOut(name)
						}}
					>
						<X aria-hidden="true" className="size-5" />
					</button>
				</li>
			))}
		</ul>
		{files.length > 1 && (
			<button
				type="button"
				className="btn btn-ghost"
				aria-disabled={busy}
				onClick={() => {
					if (!busy) clear()
				}}
			>
				{texts.clear}
			</button>
		)}
	</section>
)

const FileChoice = ({ importing }: FileChoiceProps) => {
	const { files, problems, busy, add } = importing
	const input = useRef<HTMLInputElement>(null)
	const [over, setOver] = useState(false)
	const hover = (event: DragEvent): void => {
		event.preventDefault()
		setOver(true)
	}
	const drop = (event: DragEvent): void => {
		event.preventDefault()
		setOver(false)
		if (!busy) add([...event.dataTransfer.files])
	}
	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: drag and drop only complements the button. */}
			<div
				className={`mt-4 flex flex-wrap items-center justify-center gap-3 rounded-box border-2 border-dashed px-4 py-8 text-center ${over ? 'border-primary bg-primary/10' : 'border-edge bg-base-100'}`}
				onDragEnter={hover}
				onDragOver={hover}
				onDragLeave={() => setOver(false)}
				onDrop={drop}
			>
				<input
					ref={input}
					type="file"
					multiple
					accept={TYPES}
					tabIndex={-1}
					aria-label={texts.choose}
					className="hidden"
					onChange={({ target }) => {
						add([...(target.files ?? [])])
						// Reset, so that choosing the same file again fires a change event.
						target.value = ''
					}}
				/>
				<button
					type="button"
					className={`btn ${files.length === 0 ? 'btn-primary' : ''}`}
					aria-disabled={busy}
					onClick={() => {
						if (!busy) input.current?.click()
					}}
				>
					<Upload aria-hidden="true" className="size-5" />
					<span>{files.length === 0 ? texts.choose : texts.add}</span>
				</button>
				<span className="text-muted max-sm:hidden">{texts.drop}</span>
			</div>
			{problems.length > 0 && (
				<div
					role="alert"
					className="mt-3 rounded-field border border-error bg-error/10 px-4 py-3 font-medium text-error"
				>
					{problems.map((problem) => (
						<p key={problem} className="wrap-anywhere">
							{problem}
						</p>
					))}
				</div>
			)}
			{files.length > 0 && <ChosenFiles importing={importing} />}
		</>
	)
}

const readElections = async (ids: readonly string[]): Promise<readonly ManagedElection[]> => {
	const found = await Promise.all(ids.map(readElection))
	return found.flatMap((reply) => (reply.ok ? [reply.value] : []))
}

interface ImportDoneProps {
	readonly report: ImportReport
	readonly leftOut: readonly TextFile[]
	readonly onAnother: () => void
}

const ImportDone = ({ report, leftOut, onAnother }: ImportDoneProps) => {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	const { electionIds } = report
	const { data: elections } = useQuery({
		queryKey: ['elections', 'imported', electionIds],
		queryFn: () => readElections(electionIds),
	})
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

const wordOf = ({ create, update, refuse }: ImportReport['counts']): string => {
	if (refuse > 0) return texts.refusedWhy
	return create + update === 0 ? texts.nothingToDo : texts.readyWhy
}

interface PlanProps {
	readonly report: ImportReport
	readonly importing: Importing
}

const browserOrder = (): DateOrder => {
	const parts = new Intl.DateTimeFormat(navigator.language).formatToParts()
	const at = (type: 'month' | 'day') => parts.findIndex((part) => part.type === type)
	return at('month') < at('day') ? 'MDY' : 'DMY'
}

/** Asks for the order of ambiguous dates such as 3/4/2026. Lists the browser's order first, without a default. */
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

const ColumnsQuestion = ({ report: { columns = [] }, importing }: PlanProps) => {
	const { chooseColumn, busy } = importing
	if (columns.length === 0) return null
	return (
		<fieldset className="mt-5 rounded-field border border-base-300 px-4 py-3">
			<legend className="font-semibold">{texts.columnsTitle}</legend>
			<p>{texts.columnsWhy}</p>
			<div className="flex flex-wrap gap-x-6">
				{columns.map(({ file, name, isCandidate }) => (
					<label key={`${file} ${name}`} className="flex min-h-12 items-center gap-3">
						<input
							type="checkbox"
							checked={isCandidate}
							disabled={busy}
							className="size-5 accent-primary"
							onChange={() => chooseColumn({ file, name, isCandidate: !isCandidate })}
						/>
						<span className="wrap-anywhere">{name}</span>
					</label>
				))}
			</div>
		</fieldset>
	)
}

const RestOffer = ({ report: { partial }, importing: { busy, plan, writeRest } }: PlanProps) => {
	if (partial === undefined) return null
	const { create, update } = partial.counts
	const ready = !busy && !plan.isFetching
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
	const ready = !refused && !busy && !plan.isFetching
	return (
		<section className="mt-6" aria-busy={plan.isFetching}>
			<h3 className={`text-lg font-semibold ${refused ? 'text-error' : ''}`}>
				{refused ? texts.refusedTitle : texts.planTitle}
			</h3>
			<p role="status" className="mt-1">
				{wordOf(report.counts)}
			</p>
			<DateQuestion {...props} />
			<ColumnsQuestion {...props} />
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

const Templates = () => {
	const { busy, error, run } = useAction()
	const save = (name: string): void =>
		run(async () => {
			const reply = await call(transfer.importTemplates, {})
			if (!reply.ok) return errorText(reply.error, texts.templatesFailed)
			saveTables(reply.value.files.filter((file) => file.name === name))
			return null
		})
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

export const ImportPart = () => {
	const importing = useImport()
	const { files, plan, done, clear } = importing
	const failure = failureOf(plan)
	const offersPositions = useCapability('positions')
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
					{offersPositions && (
						<>
							<p className="mt-2 text-muted">{texts.positions}</p>
							<p className="mt-2 text-muted">{texts.others}</p>
						</>
					)}
					<p className="mt-2 text-muted">{texts.nothingYet}</p>
					<Templates />
					<FileChoice importing={importing} />
					{failure && (
						<div role="alert" className="mt-4 grid justify-items-start gap-3">
							<p className="font-medium text-error">
								{`${errorText(failure, texts.checkFailed)} ${texts.kept}`}
							</p>
							<button type="button" className="btn btn-primary" onClick={() => void plan.refetch()}>
								{common.retry}
							</button>
						</div>
					)}
					{files.length > 0 && plan.isFetching && !plan.data && (
						<div className="mt-4">
							<Skeletons label={texts.checking} count={2} />
						</div>
					)}
					{plan.data && !failure && <Plan report={plan.data} importing={importing} />}
				</>
			)}
		</section>
	)
}
