import { useId, useState } from 'react'
import { managePolicies } from '#contract/admin/policies.ts'
import { managePositions, type PositionGrid } from '#contract/admin/positions.ts'
import { RESTORE_DAYS } from '#domain/limits.ts'
import { call, uuid } from '#web/app/api.ts'
import { positions } from '#web/texts/en/admin/positions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConfirmButtons, useAction } from '../kit/actions.tsx'
import { toastWithUndo } from '../kit/delete-dialog.tsx'
import { errorText, faultTexts, hasStatus } from '../kit/errors.ts'
import { WIDE } from '../kit/record-form.tsx'
import { rereadGrid } from './api.ts'

const texts = positions.merge

type Statement = PositionGrid['statements'][number]

interface MergeDialogProps {
	readonly grid: PositionGrid
	readonly pair: readonly [Statement, Statement]
	readonly onMerged: () => void
	readonly onClose: () => void
}

/** Merges two statements that say the same: one wording stays, and the other owner gets a position on it. */
export const MergeDialog = ({ grid, pair, onMerged, onClose }: MergeDialogProps) => {
	const electionId = grid.election.id
	const name = useId()
	const [kept, setKept] = useState(pair[0].id)
	const action = useAction()
	const [keep, drop] = kept === pair[0].id ? pair : [pair[1], pair[0]]
	const ownerOf = ({ candidateId }: Statement): string =>
		grid.candidates.find(({ id }) => id === candidateId)?.name ?? ''
	const reread = (): void => void rereadGrid(electionId).catch(reportError)
	const merge = async (): Promise<string | null> => {
		const body = { keep: keep.id, drop: drop.id, keepEtag: keep.etag, dropEtag: drop.etag }
		const reply = await call(
			managePositions.merge,
			{ params: { electionId }, body },
			{ idempotencyKey: uuid() },
		)
		if (!reply.ok) {
			if (hasStatus(reply.error, 412)) await rereadGrid(electionId)
			return faultTexts(reply.error, errorText(reply.error, texts.failed), () => '')
		}
		await rereadGrid(electionId)
		onMerged()
		const { id } = reply.value.dropped
		toastWithUndo({
			text: texts.merged,
			name: drop.text,
			undo: (options) => call(managePolicies.restore, { params: { id } }, options),
			onUndone: reread,
		})
		return null
	}
	return (
		<Dialog
			title={texts.title}
			onClose={() => {
				if (!action.busy) onClose()
			}}
			className={WIDE}
		>
			<fieldset className="mt-4 grid gap-3">
				<legend className="mb-2 font-semibold">{texts.question}</legend>
				{pair.map((statement) => (
					<label
						key={statement.id}
						className="flex min-h-12 cursor-pointer items-start gap-3 rounded-field border border-edge bg-surface px-4 py-3 has-checked:border-primary has-checked:bg-primary/10"
					>
						<input
							type="radio"
							name={name}
							className="mt-0.5 size-5 shrink-0"
							style={{ accentColor: 'var(--color-primary)' }}
							checked={statement.id === kept}
							onChange={() => setKept(statement.id)}
						/>
						<span className="min-w-0">
							<span className="block wrap-anywhere">{statement.text}</span>
							<span className="block text-sm text-muted">{texts.owner(ownerOf(statement))}</span>
						</span>
					</label>
				))}
			</fieldset>
			<ul className="mt-4 grid list-disc gap-1.5 ps-5">
				<li>{texts.what(ownerOf(drop))}</li>
				<li>{texts.others}</li>
			</ul>
			<p className="mt-3 text-muted">{texts.undo(RESTORE_DAYS)}</p>
			<ConfirmButtons
				label={texts.confirm}
				busyLabel={texts.merging}
				state={action}
				onConfirm={() => action.run(merge)}
				onCancel={onClose}
			/>
		</Dialog>
	)
}
