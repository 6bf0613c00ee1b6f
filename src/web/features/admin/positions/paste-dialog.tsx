import { useState } from 'react'
import { CELLS_MAX } from '#contract/admin/positions.ts'
import type { Failure } from '#http/failure.ts'
import { positions } from '#web/texts/en/admin/positions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { numberText } from '#web/ui/format.ts'
import { ConfirmButtons, useAction } from '../kit/actions.tsx'
import { errorText, faultTexts, hasStatus } from '../kit/errors.ts'
import { TextArea } from '../kit/fields.tsx'
import { LeaveQuestion, useLeaveGuard } from '../kit/leave-guard.tsx'
import { WIDE } from '../kit/record-form.tsx'
import type { CellChange } from './cell-queue.ts'
import { type PasteChange, type PastePlan, parseBlock, planPaste } from './paste.ts'
import { valueLabel } from './position-dialog.tsx'

const texts = positions.paste

const LISTED_MAX = 50

const CELL = 'px-2 py-1.5 align-top text-start wrap-anywhere'

const Changes = ({ changes }: { readonly changes: readonly PasteChange[] }) => (
	<div className="rounded-field border border-base-300">
		<table className="w-full table-fixed text-sm">
			<thead className="text-muted">
				<tr>
					{[positions.statement, texts.candidate, texts.before, texts.after].map((column) => (
						<th key={column} scope="col" className={`${CELL} font-medium first:w-2/5`}>
							{column}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{changes.slice(0, LISTED_MAX).map(({ statement, candidate, before, after }) => (
					<tr key={`${statement.id} ${candidate.id}`} className="border-t border-base-300">
						<td className={CELL}>
							<span className="line-clamp-2">{statement.text}</span>
						</td>
						<td className={CELL}>{candidate.name}</td>
						<td className={`${CELL} text-muted`}>{valueLabel(before)}</td>
						<td className={`${CELL} font-semibold`}>{valueLabel(after)}</td>
					</tr>
				))}
			</tbody>
		</table>
		{changes.length > LISTED_MAX && (
			<p className="px-2 py-1.5 text-sm text-muted">
				{texts.more(numberText(changes.length - LISTED_MAX))}
			</p>
		)}
	</div>
)

const Preview = ({ plan }: { readonly plan: PastePlan }) => {
	const { changes, faults, outside, owned } = plan
	return (
		<div className="grid gap-3">
			<div role="status" className="grid gap-1">
				<p className="font-semibold">
					{changes.length === 0 ? texts.nothing : texts.changes(numberText(changes.length))}
				</p>
				{outside > 0 && <p className="text-warning">{texts.outside(numberText(outside))}</p>}
				{owned > 0 && <p className="text-warning">{texts.owned(numberText(owned))}</p>}
				{changes.length > CELLS_MAX && (
					<p className="font-medium text-error">{texts.tooMany(numberText(CELLS_MAX))}</p>
				)}
			</div>
			{faults.length > 0 && (
				<div role="alert" className="rounded-field border border-error bg-error/10 px-4 py-3">
					<p className="font-medium text-error">{texts.faults(numberText(faults.length))}</p>
					<ul className="mt-1 grid list-disc gap-1 ps-5">
						{faults.slice(0, LISTED_MAX).map(({ text, statement, candidate }) => (
							<li key={`${statement.id} ${candidate.id}`} className="wrap-anywhere">
								{texts.fault(text, candidate.name, statement.text)}
							</li>
						))}
					</ul>
					{faults.length > LISTED_MAX && (
						<p className="mt-1">{texts.more(numberText(faults.length - LISTED_MAX))}</p>
					)}
				</div>
			)}
			{changes.length > 0 && <Changes changes={changes} />}
		</div>
	)
}

type Target = Parameters<typeof planPaste>[1]

interface PasteDialogProps {
	/** Text from the clipboard; '' to paste it here. */
	readonly initial: string
	readonly target: Target
	readonly onStore: (changes: readonly CellChange[]) => Promise<Failure | null>
	readonly onConflict: () => Promise<unknown>
	readonly onStored: (count: number) => void
	readonly onClose: () => void
}

/** Shows what a pasted block changes, and stores all of it or nothing. */
export const PasteDialog = (props: PasteDialogProps) => {
	const { initial, target, onStore, onConflict, onStored, onClose } = props
	const [text, setText] = useState(initial)
	const action = useAction()
	const { busy } = action
	const plan = planPaste(parseBlock(text), target)
	const { changes, faults } = plan
	const guard = useLeaveGuard({ dirty: text !== initial, busy }, onClose, () => undefined)
	const ready = changes.length > 0 && changes.length <= CELLS_MAX && faults.length === 0
	const store = async (): Promise<string | null> => {
		const failure = await onStore(
			changes.map(({ statement, candidate, after: value }) => ({
				...{ policyId: statement.id, candidateId: candidate.id },
				fields: { value },
			})),
		)
		if (failure === null) {
			onStored(changes.length)
			return null
		}
		if (!hasStatus(failure, 412)) {
			return faultTexts(failure, errorText(failure, texts.failed), () => '')
		}
		await onConflict()
		return texts.changed
	}
	const first = target.statements[target.row]
	const hint = texts.hint(first?.text ?? '', target.candidates[target.column]?.name ?? '')
	return (
		<Dialog title={texts.title} onClose={guard.close} className={WIDE}>
			<div className="mt-4 grid gap-4">
				<TextArea
					label={texts.label}
					hint={hint}
					bound={{ value: text, error: undefined, onValue: busy ? () => undefined : setText }}
				/>
				{text.trim() !== '' && <Preview plan={plan} />}
			</div>
			<ConfirmButtons
				label={texts.store(numberText(changes.length))}
				busyLabel={texts.storing}
				ready={ready}
				state={action}
				onConfirm={() => action.run(store)}
				onCancel={guard.close}
			/>
			<LeaveQuestion guard={guard} />
		</Dialog>
	)
}
