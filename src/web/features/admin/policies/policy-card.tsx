import { Pencil, Trash } from 'lucide-react'
import type { ManagedPolicy } from '#contract/admin/policies.ts'
import { SCORE_MAX } from '#domain/policies.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { categoryName, policies as texts } from '#web/texts/en/admin/policies.ts'
import { IconButton } from '../kit/actions.tsx'
import { Address, HistoryLink } from '../kit/page.tsx'
import { priorityName, statusName } from './policy-form-model.ts'
import { type PolicyStatus, StatusButtons } from './policy-tools.tsx'

export const OwnWords = ({ quote, source, sourceUrl }: ManagedPolicy) => {
	if (!quote && !source) return null
	return (
		<figure className="border-s-2 border-base-300 ps-3 text-sm wrap-anywhere">
			{quote && (
				<blockquote aria-label={texts.ownWords} className="whitespace-pre-line">
					{texts.quoted(quote)}
				</blockquote>
			)}
			<figcaption className="text-muted empty:hidden">
				{source && <span>{sourceUrl ? `${source} · ` : source}</span>}
				{sourceUrl && <Address url={sourceUrl} />}
			</figcaption>
		</figure>
	)
}

const BANDS = [
	['good', 0.8],
	['fair', 0.6],
	['weak', 0.4],
] as const

export type Band = (typeof BANDS)[number][0] | 'poor'

/** Color band of a score from 0 to 10, where more is better. */
export const scoreBand = (score: number): Band =>
	BANDS.find(([, from]) => score >= from * SCORE_MAX)?.[0] ?? 'poor'

export const BAND_LOOKS: Readonly<Record<Band, string>> = {
	good: 'text-success',
	fair: 'text-primary',
	weak: 'text-warning',
	poor: 'text-error',
}

const STATUS_LOOKS: Readonly<Record<string, string>> = {
	PENDING: 'badge-outline',
	VALIDATED: 'badge-success',
	NEEDS_REVIEW: 'badge-warning',
	REJECTED: 'badge-error',
}

interface ScoreProps {
	readonly label: string
	readonly value: number | null
	readonly inverse?: boolean
}

const Score = ({ label, value, inverse = false }: ScoreProps) => {
	if (value === null) return null
	const band = scoreBand(inverse ? SCORE_MAX - value : value)
	return (
		<div className="flex items-baseline gap-1.5">
			<dt className="text-sm text-muted">{label}</dt>
			<dd className={`font-semibold tabular-nums ${BAND_LOOKS[band]}`}>{oneDecimal(value)}</dd>
		</div>
	)
}

const Scores = ({ clarityScore, biasScore, effectivenessScore }: ManagedPolicy) => (
	<dl className="flex flex-wrap gap-x-5 gap-y-1 empty:hidden">
		<Score label={texts.fields.clarityScore} value={clarityScore} />
		<Score label={texts.fields.biasScore} value={biasScore} inverse />
		<Score label={texts.fields.effectivenessScore} value={effectivenessScore} />
	</dl>
)

interface PolicyCardProps {
	readonly policy: ManagedPolicy
	readonly concerns: number
	readonly ticked: boolean
	readonly busy: boolean
	readonly onTick: (on: boolean) => void
	readonly onStatus: (status: PolicyStatus) => void
	readonly onEdit: () => void
	readonly onRemove: () => void
}

export const PolicyCard = (props: PolicyCardProps) => {
	const { policy, concerns, ticked, busy, onTick, onStatus, onEdit, onRemove } = props
	const { id, text, category, validationStatus, importance, priority, complexityLevel } = policy
	const facts = [
		texts.importanceOf(oneDecimal(importance)),
		texts.priorityOf(priorityName(priority)),
		complexityLevel === null ? null : texts.complexityOf(complexityLevel),
	]
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="grid flex-1 content-start gap-3 p-4 sm:p-5">
				<p className="flex flex-wrap items-center gap-2">
					<input
						type="checkbox"
						checked={ticked}
						aria-label={texts.tick(text)}
						className="checkbox checkbox-primary m-2.5 border-edge after:absolute after:-inset-2.5"
						onChange={({ target }) => onTick(target.checked)}
					/>
					<span className={`badge ${STATUS_LOOKS[validationStatus] ?? 'badge-outline'}`}>
						{statusName(validationStatus)}
					</span>
					<span className="badge badge-ghost">{categoryName(category)}</span>
					{concerns > 0 && (
						<span className="text-sm font-medium text-warning">
							{extraction.review.concernCount(concerns)}
						</span>
					)}
				</p>
				<h2 className="font-serif text-lg leading-snug font-semibold wrap-anywhere">{text}</h2>
				<OwnWords {...policy} />
				<p className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
				<Scores {...policy} />
				{policy.keywords.length > 0 && (
					<p className="text-sm text-muted wrap-anywhere">{policy.keywords.join(', ')}</p>
				)}
			</div>
			<div className="border-t border-base-300 p-2">
				<StatusButtons
					status={validationStatus}
					label={texts.statusOf(text)}
					busy={busy}
					onStatus={onStatus}
				/>
			</div>
			<div className="flex flex-wrap gap-1 border-t border-base-300 p-2">
				<IconButton label={common.edit} name={text} icon={Pencil} onPress={onEdit} />
				<HistoryLink id={id} name={text} />
				<IconButton
					label={common.remove}
					name={text}
					icon={Trash}
					className="text-error"
					onPress={onRemove}
				/>
			</div>
		</article>
	)
}
