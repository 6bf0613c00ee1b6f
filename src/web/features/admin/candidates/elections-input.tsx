import { candidates } from '#web/texts/admin/candidates.ts'
import { common } from '#web/texts/admin/common.ts'
import { ElectionPicker } from '../elections/election-picker.tsx'
import { rememberElection } from '../elections/names.ts'
import type { Bound } from '../forms/use-record-form.ts'

const texts = candidates.elections

interface ElectionsInputProps {
	readonly bound: Bound<readonly string[]>
	readonly nameOf: (electionId: string) => string
}

/** The elections that a candidate stands in: the first is the primary one. */
export const ElectionsInput = ({ bound, nameOf }: ElectionsInputProps) => {
	const { value: ids, error, onValue } = bound
	return (
		<fieldset>
			<legend className="mb-1.5 font-medium">{candidates.fields.elections}</legend>
			<ul className="mb-3 grid gap-2 empty:hidden">
				{ids.map((id, index) => (
					<li
						key={id}
						className="flex flex-wrap items-center gap-x-2 rounded-field border border-base-300 py-1 ps-4 pe-1"
					>
						<span className="min-w-0 flex-1 basis-40 wrap-anywhere">{nameOf(id)}</span>
						{index === 0 ? (
							<span className="badge badge-outline me-2">{texts.primary}</span>
						) : (
							<button
								type="button"
								className="btn btn-ghost"
								aria-label={common.of(texts.makePrimary, nameOf(id))}
								onClick={() => onValue([id, ...ids.filter((other) => other !== id)])}
							>
								{texts.makePrimary}
							</button>
						)}
						<button
							type="button"
							className="btn btn-ghost"
							aria-label={common.of(texts.remove, nameOf(id))}
							onClick={() => onValue(ids.filter((other) => other !== id))}
						>
							{texts.remove}
						</button>
					</li>
				))}
			</ul>
			<ElectionPicker
				label={texts.add}
				placeholder={texts.addHint}
				failed={candidates.electionsFailed}
				error={error}
				onPick={(election) => {
					rememberElection(election)
					onValue([...new Set([...ids, election.id])])
				}}
			/>
		</fieldset>
	)
}
