import * as v from 'valibot'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import { TestPair, testManagement } from '#contract/admin/knowledge-test.ts'
import { call } from '#web/app/api.ts'
import { knowledgeTest, testManagement as texts } from '#web/texts/en/admin/knowledge-test.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { findCandidates } from '../candidates/api.ts'
import { Picker } from '../kit/combobox.tsx'
import { draftKey } from '../kit/drafts.tsx'
import { RecordFormView, WIDE } from '../kit/record-form.tsx'
import { type RecordForm, useRecordForm } from '../kit/use-record-form.ts'

export interface PairValues {
	readonly candidate1Id: string
	readonly candidate2Id: string
	readonly candidate1Name: string
	readonly candidate2Name: string
}

const NO_PAIR: PairValues = {
	candidate1Id: '',
	candidate2Id: '',
	candidate1Name: '',
	candidate2Name: '',
}

const isChosen = ({ candidate1Id, candidate2Id }: PairValues): boolean =>
	candidate1Id !== '' && candidate2Id !== ''

const PairForm = v.pipe(
	v.object({
		candidate1Id: v.string(),
		candidate2Id: v.string(),
		candidate1Name: v.string(),
		candidate2Name: v.string(),
	}),
	v.transform((values): v.InferInput<typeof TestPair> => values),
	TestPair,
)

type Place = 1 | 2

const detailOf = ({ party, validatedCount }: ManagedCandidate): string =>
	[party, validatedCount !== null && texts.validated(validatedCount)].filter(Boolean).join(' · ')

const Choice = ({
	form,
	place,
}: {
	readonly form: RecordForm<PairValues>
	readonly place: Place
}) => {
	const { bind, change, values } = form
	const choose = (id: string, name: string): void =>
		change({ [`candidate${place}Id`]: id, [`candidate${place}Name`]: name })
	return (
		<Picker
			label={knowledgeTest[`candidate${place}`]}
			placeholder={texts.choose}
			find={findCandidates}
			failed={texts.candidatesFailed}
			keyOf={({ id }) => id}
			textOf={({ name }) => name}
			detailOf={detailOf}
			chosen={values[`candidate${place}Name`]}
			error={bind(`candidate${place}Id`).error}
			onPick={({ id, name }) => choose(id, name)}
			onClear={() => choose('', '')}
		/>
	)
}

const useCreation = (onCreated: () => void): RecordForm<PairValues> =>
	useRecordForm({
		draft: draftKey('testConfiguration', null),
		nameOf: () => '',
		initial: { values: NO_PAIR, etag: undefined },
		reread: null,
		schema: PairForm,
		send: (body, options) => call(testManagement.create, { body }, options),
		onSaved: () => {
			toast(texts.created, 'good')
			onCreated()
		},
		failed: texts.createFailed,
	})

interface CreateDialogProps {
	readonly onCreated: () => void
	readonly onClose: () => void
}

/** Dialog for a new configuration. Closing discards the selection; a failed save keeps it. */
export const CreateDialog = ({ onCreated, onClose }: CreateDialogProps) => {
	const form = useCreation(onCreated)
	const close = (): void => {
		// The request may still take effect: wait for its outcome.
		if (form.busy) return
		form.discard()
		onClose()
	}
	return (
		<Dialog title={texts.create} onClose={close} className={WIDE}>
			<RecordFormView
				form={form}
				describe={() => []}
				ready={isChosen(form.values)}
				saveLabel={texts.submit}
				savingLabel={texts.creating}
				onCancel={close}
			>
				<div className="grid gap-x-4 gap-y-2 sm:grid-cols-[1fr_auto_1fr]">
					<Choice form={form} place={1} />
					<p
						aria-hidden="true"
						className="flex items-center gap-3 font-serif font-semibold text-muted before:h-px before:flex-1 before:bg-base-300 after:h-px after:flex-1 after:bg-base-300 sm:mt-8 sm:h-12 sm:before:hidden sm:after:hidden"
					>
						{texts.versus}
					</p>
					<Choice form={form} place={2} />
				</div>
			</RecordFormView>
		</Dialog>
	)
}
