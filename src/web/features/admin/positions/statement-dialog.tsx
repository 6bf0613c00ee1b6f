import { Link } from '@tanstack/react-router'
import type { PositionGrid } from '#contract/admin/positions.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { categoryName } from '#web/texts/en/admin/policies.ts'
import { positions } from '#web/texts/en/admin/positions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { HistoryLink } from '../kit/page.tsx'
import { WIDE } from '../kit/record-form.tsx'
import { statusName } from '../policies/policy-form-model.ts'

const texts = positions.statementOf

interface StatementDialogProps {
	readonly grid: PositionGrid
	readonly statement: PositionGrid['statements'][number]
	readonly onClose: () => void
}

export const StatementDialog = ({ grid, statement, onClose }: StatementDialogProps) => {
	const { id, text, category, candidateId, validationStatus } = statement
	const owner = grid.candidates.find((each) => each.id === candidateId)?.name ?? ''
	const facts = [
		[texts.owner, owner],
		[texts.category, categoryName(category)],
		[texts.status, statusName(validationStatus)],
		[texts.background, statement.background ?? texts.none],
		[texts.backgroundSource, statement.backgroundSource ?? texts.none],
	] as const
	return (
		<Dialog title={texts.title} onClose={onClose} className={WIDE}>
			<p className="mt-4 rounded-field bg-base-200 px-4 py-3 wrap-anywhere">{text}</p>
			<dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
				{facts.map(([label, fact]) => (
					<div key={label} className="contents">
						<dt className="text-muted">{label}</dt>
						<dd className="min-w-0 wrap-anywhere">{fact}</dd>
					</div>
				))}
			</dl>
			<div className="mt-6 flex flex-wrap justify-end gap-3">
				<HistoryLink id={id} name={text} />
				<Link
					to="/admin/edit-policies/$candidateId"
					params={{ candidateId }}
					search={{ search: text }}
					className="btn"
				>
					{texts.edit}
				</Link>
				<button type="button" className="btn btn-primary" onClick={onClose}>
					{common.close}
				</button>
			</div>
		</Dialog>
	)
}
