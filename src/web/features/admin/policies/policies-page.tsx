import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import type { ManagedPolicy } from '#contract/admin/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { call, uuid } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { policies as texts } from '#web/texts/en/admin/policies.ts'
import { numberText } from '#web/ui/format.ts'
import { useOneAtATime } from '#web/ui/hooks.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { ifMatch } from '../kit/conflict.tsx'
import { DraftBar } from '../kit/drafts.tsx'
import { errorText, faultTexts, hasStatus } from '../kit/errors.ts'
import { ReadFailed } from '../kit/list.tsx'
import { concernCount, namedWords, useNames } from '../kit/neutrality.tsx'
import { AdminPage, NewButton } from '../kit/page.tsx'
import { failureOf, invalidate, unwrap } from '../kit/queries.ts'
import { changesOf, type ListedPolicy, readPolicies, readPolicy, updatePolicy } from './api.ts'
import { PolicyCard } from './policy-card.tsx'
import { draftNoun, PolicyDialog, RemovePolicy } from './policy-dialog.tsx'
import { policyVersion, statusName, typedPolicy } from './policy-form-model.ts'
import { type CategoryFilter, isFound, PolicyTools } from './policy-tools.tsx'

export const FILTERS = ['ALL', 'PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'] as const
export type StatusFilter = (typeof FILTERS)[number]

export const ORDERS = ['status', 'category', 'importance', 'priority', 'newest'] as const
export type PolicyOrder = (typeof ORDERS)[number]

const STATUS_ORDER = ['PENDING', 'NEEDS_REVIEW', 'VALIDATED', 'REJECTED']
const CATEGORY_ORDER: readonly string[] = POLICY_CATEGORIES

const placeIn = (order: readonly string[], value: string): number => {
	const place = order.indexOf(value)
	return place === -1 ? order.length : place
}

type Compare = (a: ManagedPolicy, b: ManagedPolicy) => number

const BY: Readonly<Record<PolicyOrder, Compare>> = {
	status: (a, b) =>
		placeIn(STATUS_ORDER, a.validationStatus) - placeIn(STATUS_ORDER, b.validationStatus),
	category: (a, b) => placeIn(CATEGORY_ORDER, a.category) - placeIn(CATEGORY_ORDER, b.category),
	importance: (a, b) => b.importance - a.importance,
	priority: (a, b) => b.priority - a.priority,
	newest: (a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''),
}

interface View {
	readonly status: StatusFilter
	readonly order: PolicyOrder
	readonly category: CategoryFilter
	readonly search: string
}

/** Filters and sorts policies. The sort is stable. */
export const arrange = <Policy extends ManagedPolicy>(
	policies: readonly Policy[],
	{ status, order, category, search }: View,
): readonly Policy[] =>
	policies
		.filter(
			({ keywords, validationStatus, ...policy }) =>
				(status === 'ALL' || validationStatus === status) &&
				isFound({ ...policy, keywords: keywords.join(' ') }, search, category),
		)
		.toSorted(BY[order])

export const viewOf = ({
	status,
	order,
	category,
	search,
}: {
	readonly [Name in keyof View]?: string
}): View => ({
	status: FILTERS.find((known) => known === status) ?? 'ALL',
	order: ORDERS.find((known) => known === order) ?? 'status',
	category: POLICY_CATEGORIES.find((known) => known === category) ?? 'ALL',
	search: search ?? '',
})

export interface Statuses {
	readonly busy: boolean
	readonly progress: string
	/** Sets the status, with the etag of the displayed version. */
	set(policies: readonly ListedPolicy[], status: string): void
}

const setOne = async (policy: ListedPolicy, status: string): Promise<Failure | null> => {
	const { values, etag } = policyVersion(policy)
	const parsed = v.safeParse(typedPolicy(policy), { ...values, validationStatus: status })
	// A stored value is invalid: it must be corrected in the form.
	if (!parsed.success) {
		const message = parsed.issues[0].message
		return { kind: 'problem', status: 400, message, errors: [], retryAfterMs: null }
	}
	const reply = await call(
		updatePolicy,
		{ params: { id: policy.id }, body: changesOf(policy, parsed.output) },
		{ idempotencyKey: uuid(), ...ifMatch(etag) },
	)
	return reply.ok ? null : reply.error
}

const rereadPolicies = (): void => invalidate('policies')

const useStatuses = (): Statuses => {
	const { busy, run } = useOneAtATime()
	const [progress, setProgress] = useState('')
	const setAll = async (policies: readonly ListedPolicy[], status: string): Promise<void> => {
		const wanted = policies.filter((policy) => policy.validationStatus !== status)
		const failures: Failure[] = []
		let done = 0
		for (const policy of wanted) {
			if (wanted.length > 1) setProgress(texts.setting(done, wanted.length))
			const failure = await setOne(policy, status)
			if (failure === null) done += 1
			else failures.push(failure)
			// Stop: every further request would run into its own timeout.
			if (isOffline(failure)) break
		}
		setProgress('')
		const [first] = failures
		if (done > 0 || first === undefined) toast(texts.set(done, statusName(status)), 'good')
		if (first) {
			toast(
				texts.notSet(
					wanted.length - done,
					faultTexts(first, texts.updateFailed, () => ''),
				),
			)
		}
		rereadPolicies()
	}
	return { busy, progress, set: (policies, status) => run(() => setAll(policies, status)) }
}

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
			readonly status?: string
	  }

interface OpenDialogProps {
	readonly open: Open
	readonly candidate: ManagedCandidate
	readonly onClose: () => void
}

const OpenDialog = ({ open, candidate, onClose }: OpenDialogProps) => {
	if (open.kind === 'remove') {
		const { policy } = open
		return (
			<RemovePolicy
				{...{ policy, onClose }}
				onRemoved={rereadPolicies}
				onRestored={rereadPolicies}
			/>
		)
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
				rereadPolicies()
				onClose()
			}}
		/>
	)
}

const NOTHING = 'rounded-box border border-base-300 bg-surface px-6 py-10 text-center text-muted'

interface ListProps extends EditorView {
	readonly candidate: ManagedCandidate
	readonly policies: readonly ListedPolicy[]
	/** True while reloading, when etags may be stale. */
	readonly loading: boolean
	readonly onView: (view: EditorView) => void
	readonly onOpen: (open: Open) => void
}

const List = ({ candidate, policies, loading, onView, onOpen, ...view }: ListProps) => {
	const shown = arrange(policies, view)
	const [ticked, setTicked] = useState<readonly string[]>([])
	const { names } = useNames(candidate)
	const statuses = useStatuses()
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
		if (status === 'VALIDATED' && named.length > 0 && !policy.overrideReason) {
			onOpen({ kind: 'edit', policy, status })
		} else statuses.set([policy], status)
	}
	return (
		<>
			<div className="mb-5 overflow-hidden rounded-box border border-base-300 bg-surface shadow-paper">
				<PolicyTools
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

export const EditorPage = ({ candidateId, ...view }: EditorPageProps) => {
	const [open, setOpen] = useState<Open | null>(null)
	const query = useQuery({
		queryKey: ['policies', candidateId],
		queryFn: ({ signal }) => unwrap(readPolicies(candidateId, signal)),
	})
	const { data, isFetching, refetch } = query
	const failure = failureOf(query)
	const goOn = async (id: string | null): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readPolicy(id, candidateId)
		if (read.ok) setOpen({ kind: 'edit', policy: read.value })
		else toast(errorText(read.error, texts.loadFailed))
	}
	const gone = hasStatus(failure, 404)
	return (
		<AdminPage
			title={data ? texts.title(data.candidate.name) : texts.untitled}
			about={texts.about}
			actions={
				<>
					<Link to="/admin/extract-policies/$candidateId" params={{ candidateId }} className="btn">
						<ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
						<span>{texts.back}</span>
					</Link>
					{data && <NewButton label={texts.create} onNew={() => setOpen({ kind: 'new' })} />}
				</>
			}
		>
			{open === null && data && (
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
					onRetry={refetch}
				/>
			)}
			{!data && !failure && <Skeletons label={common.loading} count={6} />}
			{data && (
				<List
					{...view}
					loading={isFetching}
					candidate={data.candidate}
					policies={data.policies}
					onOpen={setOpen}
				/>
			)}
			{open && data && (
				<OpenDialog open={open} candidate={data.candidate} onClose={() => setOpen(null)} />
			)}
		</AdminPage>
	)
}
