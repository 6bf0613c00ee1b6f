import { useState } from 'react'
import type { ManagedElection } from '#contract/manage-elections.ts'
import { elections as texts } from '#web/texts/admin/elections.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CloseButton } from '../forms/close-button.tsx'
import { draftKey, dropDraft } from '../forms/drafts.ts'
import { LeaveQuestion, useLeaveGuard } from '../forms/leave-guard.tsx'
import { RecordDialog, WIDE } from '../forms/record-dialog.tsx'
import { RecordFormView } from '../forms/record-form.tsx'
import { Tabs } from '../forms/tabs.tsx'
import { ElectionInputs, useElectionForm } from './election-form.tsx'
import { describeElection } from './election-values.ts'
import { type Adding, QUICK_ADD } from './quick-add.tsx'
import { StandingPanel } from './standing-panel.tsx'

interface NewElectionProps {
	readonly onSaved: (saved: ManagedElection) => void
	readonly onClose: () => void
}

/** The form of a new election. */
export const NewElection = ({ onSaved, onClose }: NewElectionProps) => {
	const form = useElectionForm(null, onSaved)
	return (
		<RecordDialog
			title={texts.createTitle}
			form={form}
			describe={describeElection}
			together
			onClose={onClose}
		>
			<ElectionInputs form={form} />
		</RecordDialog>
	)
}

const NOTHING_ADDED: Adding = { dirty: false, busy: false }

export type ElectionTab = 'details' | 'candidates'

interface EditElectionProps extends NewElectionProps {
	readonly election: ManagedElection
	readonly tab: ElectionTab
	/** Hears by how many its candidates became more. */
	readonly onCount: (by: number) => void
}

/** An election to change: its details, and who stands in it. */
export const EditElection = (props: EditElectionProps) => {
	const { election, onSaved, onCount, onClose } = props
	const [tab, setTab] = useState(props.tab)
	const [adding, setAdding] = useState(NOTHING_ADDED)
	const form = useElectionForm(election, onSaved)
	const leaving = { dirty: form.dirty || adding.dirty, busy: form.busy || adding.busy }
	const guard = useLeaveGuard(leaving, onClose, () => {
		form.discard()
		dropDraft(draftKey(QUICK_ADD, election.id))
	})
	const details = (
		<RecordFormView form={form} describe={describeElection} together onCancel={guard.close}>
			<ElectionInputs form={form} />
		</RecordFormView>
	)
	const standing = <StandingPanel election={election} onCount={onCount} onAdding={setAdding} />
	return (
		<Dialog title={texts.editTitle(election.name)} onClose={guard.close} className={WIDE}>
			<CloseButton onClose={guard.close} />
			<Tabs
				label={texts.tabsLabel}
				open={tab}
				onOpen={setTab}
				tabs={[
					{ name: 'details', label: texts.tabs.details, content: details },
					{ name: 'candidates', label: texts.tabs.candidates, content: standing },
				]}
			/>
			<LeaveQuestion guard={guard} />
		</Dialog>
	)
}
