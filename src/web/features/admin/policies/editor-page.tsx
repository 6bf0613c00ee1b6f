import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { ManagedPolicy } from '#contract/manage-policies.ts'
import { common } from '#web/texts/admin/common.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'
import { Notice } from '#web/ui/notice.tsx'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText, hasStatus } from '../faults.ts'
import { DraftBar } from '../forms/draft-bar.tsx'
import { Select } from '../forms/select.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { NewButton } from '../frame/new-button.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { arrange, FILTERS, ORDERS, type PolicyOrder, type StatusFilter } from './order.ts'
import { PolicyCard } from './policy-card.tsx'
import { draftNoun, PolicyDialog } from './policy-dialog.tsx'
import { readPolicies, readPolicy } from './read.ts'
import { RemovePolicy } from './remove-policy.tsx'

/** What is shown of the policies, and in which order. */
export interface EditorView {
	readonly status: StatusFilter
	readonly order: PolicyOrder
}

interface EditorPageProps extends EditorView {
	readonly candidateId: string
	readonly onView: (view: EditorView) => void
}

const STATUSES = FILTERS.map((value) => ({ value, label: texts.statuses[value] }))
const ORDER_OPTIONS = ORDERS.map((value) => ({ value, label: texts.orders[value] }))

const ViewBar = ({ status, order, onView }: Omit<EditorPageProps, 'candidateId'>) => (
	<search className="mb-5 grid grid-cols-2 gap-3">
		<div className="grid gap-1.5">
			<span aria-hidden="true" className="font-medium">
				{texts.status}
			</span>
			<Select
				label={texts.status}
				value={status}
				options={STATUSES}
				onValue={(next) => onView({ status: next, order })}
			/>
		</div>
		<div className="grid gap-1.5">
			<span aria-hidden="true" className="font-medium">
				{texts.order}
			</span>
			<Select
				label={texts.order}
				value={order}
				options={ORDER_OPTIONS}
				onValue={(next) => onView({ status, order: next })}
			/>
		</div>
	</search>
)

type Open =
	| { readonly kind: 'new' }
	| { readonly kind: 'edit' | 'remove'; readonly policy: ManagedPolicy }

interface OpenDialogProps {
	readonly open: Open
	readonly candidate: ManagedCandidate
	readonly reload: () => void
	readonly onClose: () => void
}

const OpenDialog = ({ open, candidate, reload, onClose }: OpenDialogProps) => {
	if (open.kind === 'remove') {
		const { policy } = open
		return <RemovePolicy {...{ policy, onClose }} onRemoved={reload} onRestored={reload} />
	}
	const policy = open.kind === 'edit' ? open.policy : null
	return (
		<PolicyDialog
			candidate={candidate}
			policy={policy}
			onClose={onClose}
			onSaved={() => {
				toast(policy ? texts.saved : texts.created, 'good')
				reload()
				onClose()
			}}
		/>
	)
}

const NOTHING = 'rounded-box border border-base-300 bg-surface px-6 py-10 text-center text-muted'

interface ListProps extends Pick<EditorView, 'status' | 'order'> {
	readonly policies: readonly ManagedPolicy[]
	readonly onOpen: (open: Open) => void
}

const List = ({ policies, status, order, onOpen }: ListProps) => {
	const shown = arrange(policies, status, order)
	return (
		<>
			<p role="status" className={shown.length === 0 ? NOTHING : 'mb-3 text-sm text-muted'}>
				{policies.length === 0
					? texts.empty
					: shown.length === 0
						? texts.noMatch
						: common.shown(numberText(shown.length), numberText(policies.length))}
			</p>
			<ul className="grid gap-4 xl:grid-cols-2">
				{shown.map((policy) => (
					<li key={policy.id}>
						<PolicyCard
							policy={policy}
							onEdit={() => onOpen({ kind: 'edit', policy })}
							onRemove={() => onOpen({ kind: 'remove', policy })}
						/>
					</li>
				))}
			</ul>
		</>
	)
}

/** The policies of a candidate, to filter, sort, add, change and delete. */
export const EditorPage = ({ candidateId, ...view }: EditorPageProps) => {
	const [open, setOpen] = useState<Open | null>(null)
	const { value, failure, reload } = useRead(candidateId, (signal) =>
		readPolicies(candidateId, signal),
	)
	const goOn = async (id: string | null): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readPolicy(id, candidateId)
		if (read.ok) setOpen({ kind: 'edit', policy: read.value })
		else toast(faultText(read.error, texts.loadFailed))
	}
	const gone = hasStatus(failure, 404)
	return (
		<AdminPage
			title={value ? texts.title(value.candidate.name) : texts.untitled}
			about={texts.about}
			actions={
				<>
					<Link to="/admin/extract-policies/$candidateId" params={{ candidateId }} className="btn">
						<ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
						{texts.back}
					</Link>
					{value && <NewButton label={texts.create} onNew={() => setOpen({ kind: 'new' })} />}
				</>
			}
		>
			{open === null && value && (
				<DraftBar
					noun={draftNoun(candidateId)}
					called={texts.noun}
					onContinue={(id) => void goOn(id).catch(reportError)}
				/>
			)}
			{gone && <Notice title={texts.notFound} text={texts.notFoundWhy} tone="error" />}
			{failure && !gone && (
				<ReadFailed
					failure={failure}
					failed={texts.loadFailed}
					why={texts.listFailed}
					onRetry={reload}
				/>
			)}
			{value === null && !failure && <Skeletons label={common.loading} count={6} />}
			{value && (
				<>
					<ViewBar {...view} />
					<List {...view} policies={value.policies} onOpen={setOpen} />
				</>
			)}
			{open && value && (
				<OpenDialog
					{...{ open, reload }}
					candidate={value.candidate}
					onClose={() => setOpen(null)}
				/>
			)}
		</AdminPage>
	)
}
