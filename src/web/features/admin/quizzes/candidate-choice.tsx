import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { Skeletons } from '#web/ui/notice.tsx'
import { ReadFailed } from '../kit/list.tsx'
import { failureOf } from '../kit/queries.ts'
import type { Bound } from '../kit/use-record-form.ts'

interface Choice {
	readonly id: string
	readonly name: string
	readonly detail: string
	/** False for a selected candidate who left the election. "Choose all" skips them. */
	readonly standing: boolean
}

const detailOf = ({ party, validatedCount }: ManagedCandidate): string =>
	[
		party,
		validatedCount === 0 ? texts.noneValidated : null,
		validatedCount ? texts.validated(validatedCount) : null,
	]
		.filter(Boolean)
		.join(' · ')

/** Candidates of the election, plus selected ones who left it, so that they can be deselected. */
const choicesOf = (
	standing: readonly ManagedCandidate[],
	chosen: readonly string[],
	nameOf: (id: string) => string | null,
): readonly Choice[] => {
	const known = new Set(standing.map(({ id }) => id))
	return [
		...standing.map((candidate) => ({
			id: candidate.id,
			name: candidate.name,
			detail: detailOf(candidate),
			standing: true,
		})),
		...chosen
			.filter((id) => !known.has(id))
			.map((id) => ({
				id,
				name: nameOf(id) ?? texts.unknownCandidate,
				detail: texts.noLonger,
				standing: false,
			})),
	]
}

interface ListProps {
	readonly choices: readonly Choice[]
	readonly bound: Bound<readonly string[]>
}

const List = ({ choices, bound: { value, onValue, error } }: ListProps) => (
	<>
		<div className="flex flex-wrap items-center gap-x-3">
			<p role="status" className="me-auto text-sm text-muted max-sm:basis-full">
				{texts.chosen(value.length, choices.length)}
			</p>
			<button
				type="button"
				className="btn btn-ghost px-3"
				onClick={() => onValue(choices.filter(({ standing }) => standing).map(({ id }) => id))}
			>
				{texts.chooseAll}
			</button>
			<button type="button" className="btn btn-ghost px-3" onClick={() => onValue([])}>
				{texts.chooseNone}
			</button>
		</div>
		<ul className="max-h-80 overflow-y-auto rounded-field border border-base-300">
			{choices.map(({ id, name, detail }) => (
				<li key={id} className="border-base-300 not-first:border-t">
					<label className="flex min-h-12 items-center gap-3 px-3 py-2 hover:bg-base-200">
						<input
							type="checkbox"
							checked={value.includes(id)}
							aria-invalid={error !== undefined}
							className="checkbox checkbox-primary shrink-0 border-edge"
							onChange={({ target }) =>
								onValue(target.checked ? [...value, id] : value.filter((other) => other !== id))
							}
						/>
						<span className="min-w-0">
							<span className="block font-medium wrap-anywhere">{name}</span>
							<span className="block text-sm text-muted wrap-anywhere">{detail}</span>
						</span>
					</label>
				</li>
			))}
		</ul>
	</>
)

interface CandidateChoiceProps {
	readonly electionId: string
	readonly standing: UseQueryResult<readonly ManagedCandidate[]>
	readonly nameOf: (id: string) => string | null
	readonly bound: Bound<readonly string[]>
}

export const CandidateChoice = ({ electionId, standing, nameOf, bound }: CandidateChoiceProps) => {
	const id = useId()
	const { data, refetch } = standing
	const failure = failureOf(standing)
	const choices = data && choicesOf(data, bound.value, nameOf)
	return (
		<fieldset aria-describedby={bound.error === undefined ? undefined : id} className="min-w-0">
			<legend className="mb-1.5 font-medium">{texts.fields.candidates}</legend>
			{electionId === '' && <p className="text-muted">{texts.chooseElection}</p>}
			{electionId !== '' && failure && (
				<ReadFailed failure={failure} failed={texts.candidatesFailed} onRetry={refetch} />
			)}
			{electionId !== '' && !failure && !choices && <Skeletons label={common.loading} count={2} />}
			{electionId !== '' && choices?.length === 0 && (
				<p className="text-muted">{texts.nobodyStands}</p>
			)}
			{electionId !== '' && choices && choices.length > 0 && (
				<List choices={choices} bound={bound} />
			)}
			{bound.error !== undefined && (
				<p id={id} className="mt-1.5 text-sm font-medium text-error">
					{bound.error}
				</p>
			)}
		</fieldset>
	)
}
