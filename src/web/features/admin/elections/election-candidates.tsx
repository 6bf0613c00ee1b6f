import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import {
	CandidateFields,
	type ManagedCandidate,
	manageCandidates,
} from '#contract/admin/candidates.ts'
import type { ManagedElection } from '#contract/admin/elections.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, uuid } from '#web/app/api.ts'
import { candidates } from '#web/texts/en/admin/candidates.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { elections } from '#web/texts/en/admin/elections.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import {
	electionsOf,
	findCandidates,
	readCandidate,
	readCandidates,
	standingBody,
	withElection,
	withoutElection,
} from '../candidates/api.ts'
import type { CandidateTexts } from '../candidates/candidate-dialog.tsx'
import { LogoInput, useLogo } from '../candidates/logo-input.tsx'
import { Picker } from '../kit/combobox.tsx'
import { type Described, ifMatch, useConflict } from '../kit/conflict.tsx'
import { draftKey } from '../kit/drafts.tsx'
import { errorText, hasStatus } from '../kit/errors.ts'
import { TextInput } from '../kit/fields.tsx'
import { ListFrame } from '../kit/list.tsx'
import { invalidate, listQuery } from '../kit/queries.ts'
import { RecordFormView } from '../kit/record-form.tsx'
import { useRecordForm } from '../kit/use-record-form.ts'

const texts = elections.standing

export const QUICK_ADD = 'quick-candidate'

const EMPTY: CandidateTexts = { name: '', website: '', party: '', logo: '' }

const Filled = v.pipe(
	v.object({
		name: v.pipe(v.string(), v.trim()),
		website: v.pipe(v.string(), v.trim()),
		party: v.string(),
		logo: v.pipe(v.string(), v.trim()),
	} satisfies Record<keyof CandidateTexts, v.GenericSchema>),
	v.check(({ name, website, logo }) => [name, website, logo].every(Boolean), texts.missing),
)

/** Adds required fields to the general candidate schema: name, website, and logo. */
const schemaFor = (electionId: string) =>
	v.pipe(
		Filled,
		v.transform(
			(fields): v.InferInput<typeof CandidateFields> => ({ ...fields, electionIds: [electionId] }),
		),
		CandidateFields,
	)

export interface Adding {
	readonly dirty: boolean
	readonly busy: boolean
}

interface QuickAddProps {
	readonly electionId: string
	readonly onAdding: (adding: Adding) => void
	readonly onAdded: (candidate: ManagedCandidate) => void
}

const QuickAdd = ({ electionId, onAdding, onAdded }: QuickAddProps) => {
	const { form, logo } = useLogo(
		useRecordForm({
			draft: draftKey(QUICK_ADD, electionId),
			nameOf: ({ name }) => name,
			initial: { values: EMPTY, etag: undefined },
			reread: null,
			schema: schemaFor(electionId),
			send: (body, options) => call(manageCandidates.create, { body }, options),
			onSaved: onAdded,
			failed: candidates.createFailed,
		}),
	)
	const { dirty, busy } = form
	useEffect(() => onAdding({ dirty, busy }), [dirty, busy, onAdding])
	return (
		<section className="mt-6 border-t border-base-300 pt-4">
			<h3 className="text-lg font-semibold">{texts.add}</h3>
			<RecordFormView form={form} describe={() => []} saveLabel={texts.addButton}>
				<div className="grid gap-4 sm:grid-cols-2">
					<TextInput label={texts.name} bound={form.bind('name')} />
					<TextInput label={texts.website} type="url" bound={form.bind('website')} />
					<TextInput label={candidates.fields.party} optional bound={form.bind('party')} />
				</div>
				<LogoInput {...logo} optional={false} />
			</RecordFormView>
		</section>
	)
}

const setElections = (
	candidate: ManagedCandidate,
	ids: readonly string[],
): Promise<Result<ManagedCandidate, Failure>> => {
	const { id, etag } = candidate
	const input = { params: { id }, body: standingBody(candidate, ids) }
	return call(manageCandidates.update, input, {
		idempotencyKey: uuid(),
		...ifMatch(etag),
	})
}

const describeIn =
	(election: ManagedElection) =>
	(candidate: ManagedCandidate): readonly Described[] => [
		{ label: candidates.fields.name, text: candidate.name },
		{ label: candidates.fields.website, text: candidate.website ?? '' },
		{ label: candidates.fields.party, text: candidate.party ?? '' },
		{
			label: texts.standsIn(election.name),
			text: electionsOf(candidate).includes(election.id) ? common.yes : common.no,
		},
	]

interface Move {
	readonly ids: (candidate: ManagedCandidate) => readonly string[]
	readonly by: 1 | -1
}

interface Left {
	readonly candidate: ManagedCandidate
	readonly before: readonly string[]
}

const useStanding = (election: ManagedElection, onCount: (by: number) => void) => {
	const [busy, setBusy] = useState<string | null>(null)
	const [error, setError] = useState<string | null>(null)
	const [left, setLeft] = useState<Left | null>(null)
	const filter = { search: '', electionId: election.id }
	const list = useInfiniteQuery(
		listQuery('candidates', filter, (after, signal) => readCandidates(filter, after, signal)),
	)
	const changed = (by: number): void => {
		onCount(by)
		invalidate('candidates')
	}
	const { ask, conflictDialog } = useConflict()
	const move = async (candidate: ManagedCandidate, change: Move): Promise<string | null> => {
		const { id, name } = candidate
		const { ids, by } = change
		const reply = await setElections(candidate, ids(candidate))
		setLeft(reply.ok && by < 0 ? { candidate: reply.value, before: electionsOf(candidate) } : null)
		if (reply.ok) {
			changed(by)
			return null
		}
		invalidate('candidates')
		const failure = hasStatus(reply.error, 412)
			? await ask({
					title: name,
					record: id,
					reread: () => readCandidate(id),
					apply(theirs): ManagedCandidate {
						const electionIds = [...ids(theirs)]
						return { ...theirs, electionId: electionIds[0] ?? null, electionIds }
					},
					describe: describeIn(election),
					// Counts only own changes; the list is reloading.
					onSame: () => undefined,
					onKeepMine: (theirs) => run(theirs, () => move(theirs, change)),
					onTakeTheirs: () => invalidate('candidates'),
				})
			: reply.error
		return failure && errorText(failure, texts.updateFailed)
	}
	const run = (candidate: ManagedCandidate, act: () => Promise<string | null>): void => {
		if (busy !== null) return
		setBusy(candidate.id)
		setError(null)
		act()
			.then(setError)
			.finally(() => setBusy(null))
			.catch(reportError)
	}
	return {
		list,
		busy,
		error,
		conflictDialog,
		left: left?.candidate ?? null,
		assign: (candidate: ManagedCandidate): void =>
			run(candidate, async () => {
				if (electionsOf(candidate).includes(election.id)) return texts.already(candidate.name)
				return move(candidate, { ids: (one) => withElection(one, election.id), by: 1 })
			}),
		unassign: (candidate: ManagedCandidate): void =>
			run(candidate, () =>
				move(candidate, { ids: (one) => withoutElection(one, election.id), by: -1 }),
			),
		takeBack(): void {
			if (left === null) return
			// At its place before, among the elections that the candidate has by now.
			const ids: Move['ids'] = (one) => {
				const now = withElection(one, election.id)
				return [...new Set([...left.before, ...now])].filter((id) => now.includes(id))
			}
			run(left.candidate, () => move(left.candidate, { ids, by: 1 }))
		},
		added: (): void => changed(1),
	}
}

interface RowProps {
	readonly candidate: ManagedCandidate
	readonly isPrimary: boolean
	readonly busy: boolean
	readonly onUnassign: () => void
}

const Row = ({ candidate: { name, party, logo }, isPrimary, busy, onUnassign }: RowProps) => (
	<li className="flex flex-wrap items-center gap-3 rounded-field border border-base-300 px-3 py-2">
		<CandidateAvatar key={logo} name={name} logo={logo} className="size-10" />
		<div className="min-w-0 flex-1 basis-24">
			<p className="font-medium wrap-anywhere">{name}</p>
			<p className="text-sm text-muted wrap-anywhere">
				{[party, isPrimary ? texts.primary : null].filter(Boolean).join(' · ')}
			</p>
		</div>
		<button
			type="button"
			className="btn px-3"
			aria-label={common.of(texts.unassign, name)}
			aria-disabled={busy}
			onClick={onUnassign}
		>
			{texts.unassign}
		</button>
	</li>
)

interface StandingPanelProps {
	readonly election: ManagedElection
	readonly onCount: (by: number) => void
	readonly onAdding: (adding: Adding) => void
}

export const StandingPanel = ({ election, onCount, onAdding }: StandingPanelProps) => {
	const standing = useStanding(election, onCount)
	const { list, busy, error, conflictDialog, left, assign, unassign, takeBack } = standing
	const [round, setRound] = useState(0)
	const [added, setAdded] = useState<string | null>(null)
	return (
		<div className="mt-4">
			<h3 className="sr-only">{texts.title}</h3>
			<p role="alert" className="mb-3 font-medium text-error empty:hidden">
				{error}
			</p>
			{/* Not a toast: the page behind a modal dialog is inert and not announced. */}
			<div role="status" className="mb-3 empty:hidden">
				{added !== null && left === null && (
					<p className="rounded-field bg-base-200 px-4 py-3 wrap-anywhere">{texts.added(added)}</p>
				)}
				{left && (
					<div className="flex flex-wrap items-center gap-3 rounded-field bg-base-200 py-1 ps-4 pe-1">
						<p className="min-w-0 flex-1 basis-40 wrap-anywhere">{texts.unassigned(left.name)}</p>
						<button type="button" className="btn" onClick={takeBack}>
							{common.undo}
						</button>
					</div>
				)}
			</div>
			<ListFrame list={list} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-2">
						{rows.map((candidate) => (
							<Row
								key={candidate.id}
								candidate={candidate}
								isPrimary={candidate.electionId === election.id}
								busy={busy === candidate.id}
								onUnassign={() => unassign(candidate)}
							/>
						))}
					</ul>
				)}
			</ListFrame>
			<div className="mt-6">
				<Picker
					label={texts.assign}
					placeholder={texts.assignHint}
					find={findCandidates}
					failed={texts.failed}
					keyOf={({ id }) => id}
					textOf={({ name }) => name}
					detailOf={({ party, website }) => party ?? website ?? ''}
					onPick={assign}
				/>
			</div>
			<QuickAdd
				key={round}
				electionId={election.id}
				onAdding={onAdding}
				onAdded={({ name }) => {
					setAdded(name)
					setRound(round + 1)
					standing.added()
				}}
			/>
			{conflictDialog}
		</div>
	)
}
