import { useEffect } from 'react'
import * as v from 'valibot'
import {
	CandidateFields,
	type ManagedCandidate,
	manageCandidates,
} from '#contract/manage-candidates.ts'
import { call } from '#web/app/client.ts'
import { candidates } from '#web/texts/admin/candidates.ts'
import { elections } from '#web/texts/admin/elections.ts'
import { LogoInput, useLogo } from '../candidates/logo-input.tsx'
import { draftKey } from '../forms/drafts.ts'
import { TextInput } from '../forms/fields.tsx'
import { RecordFormView } from '../forms/record-form.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'

const texts = elections.standing

/** What the drafts of quick adds are called; their id is the election's. */
export const QUICK_ADD = 'quick-candidate'

const EMPTY = { name: '', website: '', party: '', logo: '' }

const Filled = v.pipe(
	v.object({
		name: v.pipe(v.string(), v.trim()),
		website: v.pipe(v.string(), v.trim()),
		party: v.string(),
		logo: v.pipe(v.string(), v.trim()),
	}),
	v.check(({ name, website, logo }) => [name, website, logo].every(Boolean), texts.missing),
)

/** Name, website and logo are needed here; the rest is as for every candidate. */
const schemaFor = (electionId: string) =>
	v.pipe(
		Filled,
		v.transform(
			(fields): v.InferInput<typeof CandidateFields> => ({ ...fields, electionIds: [electionId] }),
		),
		CandidateFields,
	)

/** Whether something stands there that is not saved, and whether it is being saved. */
export interface Adding {
	readonly dirty: boolean
	readonly busy: boolean
}

interface QuickAddProps {
	readonly electionId: string
	readonly onAdding: (adding: Adding) => void
	readonly onAdded: (candidate: ManagedCandidate) => void
}

/** Form of a new candidate of an election. */
export const QuickAdd = ({ electionId, onAdding, onAdded }: QuickAddProps) => {
	const { form, logo } = useLogo(
		useRecordForm({
			draft: draftKey(QUICK_ADD, electionId),
			nameOf: ({ name }) => name,
			initial: { values: EMPTY, etag: undefined },
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
