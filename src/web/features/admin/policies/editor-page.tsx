import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { common } from '#web/texts/admin/common.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'
import { Notice } from '#web/ui/notice.tsx'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText, hasStatus } from '../faults.ts'
import { DraftBar } from '../forms/draft-bar.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { NewButton } from '../frame/new-button.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { concernCount, namedWords } from '../neutrality/concerns.ts'
import { useNames } from '../neutrality/use-names.ts'
import { arrange, FILTERS, ORDERS, type PolicyOrder, type StatusFilter } from './order.ts'
import type { ListedPolicy } from './plain.ts'
import { PolicyCard } from './policy-card.tsx'
import { draftNoun, PolicyDialog } from './policy-dialog.tsx'
import { readPolicies, readPolicy } from './read.ts'
import { RemovePolicy } from './remove-policy.tsx'
import { type CategoryFilter, ReviewTools } from './review-tools.tsx'
import { useStatuses } from './use-statuses.ts'

/** What is shown of the policies, and in which order. */
export interface EditorView {
	readonly status: StatusFilter
	readonly order: PolicyOrder
	readonly category: CategoryFilter
	readonly search: string
}

interface EditorPageProps extends EditorView {
	readonly candidateId: string
	readonly onView: (view: EditorView) => void
}

const STATUSES = FILTERS.map((value) => ({ value, label: texts.statuses[value] }))
const ORDER_OPTIONS = ORDERS.map((value) => ({ value, label: texts.orders[value] }))

type Open =
	| { readonly kind: 'new' }
	| {
			readonly kind: 'edit' | 'remove'
			readonly policy: ListedPolicy
			/** The status that its form is opened for. */
			readonly status?: string
	  }

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
			{...(open.kind === 'edit' && open.status && { status: open.status })}
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

interface ListProps extends EditorView {
	readonly candidate: ManagedCandidate
	readonly policies: readonly ListedPolicy[]
	/** The list is loading again, so its ETags may be old. */
	readonly loading: boolean
	readonly reload: () => void
	readonly onView: (view: EditorView) => void
	readonly onOpen: (open: Open) => void
}

/** The review tools, and the policies that they leave. */
const List = ({ candidate, policies, loading, reload, onView, onOpen, ...view }: ListProps) => {
	const shown = arrange(policies, view)
	const [ticked, setTicked] = useState<readonly string[]>([])
	const { names } = useNames(candidate)
	const statuses = useStatuses(reload)
	const busy = statuses.busy || loading
	const show = (part: Partial<EditorView>): void => {
		setTicked([])
		onView({ ...view, ...part })
	}
	const tick = (ids: readonly string[], on: boolean): void => {
		const others = ticked.filter((id) => !ids.includes(id))
		setTicked(on ? [...others, ...ids] : others)
	}
	const setStatus = (policy: ListedPolicy, status: string): void => {
		const named = namedWords(policy.text, names)
		// Its form asks for the reason.
		if (status === 'VALIDATED' && named.length > 0 && !policy.overrideReason) {
			onOpen({ kind: 'edit', policy, status })
		} else statuses.set([policy], status)
	}
	return (
		<>
			<div className="mb-5 overflow-hidden rounded-box border border-base-300 bg-surface shadow-paper">
				<ReviewTools
					wide
					filter={{
						...{ label: texts.status, value: view.status, options: STATUSES },
						onValue: (status: StatusFilter) => show({ status }),
					}}
					order={{
						...{ label: texts.order, value: view.order, options: ORDER_OPTIONS },
						onValue: (order: PolicyOrder) => onView({ ...view, order }),
					}}
					category={view.category}
					search={view.search}
					shown={shown.map(({ id }) => id)}
					ticked={ticked}
					busy={busy}
					onCategory={(category) => show({ category })}
					onSearch={(search) => show({ search })}
					onTick={tick}
					onStatus={(ids, status) => {
						const wanted = new Set(ids)
						statuses.set(
							shown.filter(({ id }) => wanted.has(id)),
							status,
						)
					}}
				/>
			</div>
			<p role="status" className="text-sm font-medium not-empty:mb-3">
				{statuses.progress}
			</p>
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
							concerns={concernCount(policy.text, names)}
							ticked={ticked.includes(policy.id)}
							busy={busy}
							onTick={(on) => tick([policy.id], on)}
							onStatus={(status) => setStatus(policy, status)}
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
	const { value, failure, loading, reload } = useRead(candidateId, (signal) =>
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
						<span>{texts.back}</span>
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
				<List
					{...{ ...view, loading, reload }}
					candidate={value.candidate}
					policies={value.policies}
					onOpen={setOpen}
				/>
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
