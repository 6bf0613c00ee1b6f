import { queryOptions, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { manageQuizzes, type QuizPreview } from '#contract/admin/quizzes.ts'
import { isBeyondChance } from '#domain/fairness.ts'
import { call } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { numberText, pointsText, shareText } from '#web/ui/format.ts'
import { ConfirmButtons } from '../kit/actions.tsx'
import { Loaded } from '../kit/list.tsx'
import { unwrap } from '../kit/queries.ts'
import { WIDE } from '../kit/record-form.tsx'
import { FairnessContent } from './fairness-content.tsx'
import type { QuizValues } from './quiz-form-model.ts'

const fairnessTexts = texts.fairness

/** Half-width of a 95% confidence interval, in standard errors. */
const USUAL = 1.96

export interface Fairness {
	/** 1/n, the share of each candidate in a fair quiz. */
	readonly expected: number
	/** Usual deviation by chance (95%). */
	readonly error: number
	readonly outliers: readonly string[]
	readonly scale: number
}

export const fairnessOf = ({ candidates, samplingError }: QuizPreview): Fairness | null => {
	const shares = candidates.flatMap(({ firstPlaceShare }) =>
		firstPlaceShare === null ? [] : [firstPlaceShare],
	)
	if (samplingError === null || shares.length === 0) return null
	const expected = 1 / candidates.length
	const outliers = candidates.filter(
		({ firstPlaceShare }) =>
			firstPlaceShare !== null && isBeyondChance(firstPlaceShare, candidates.length, samplingError),
	)
	return {
		expected,
		error: USUAL * samplingError,
		outliers: outliers.map(({ name }) => name),
		// At least twice the expected share, so that the expected line is in the middle.
		scale: Math.max(2 * expected, ...shares),
	}
}

type Candidate = QuizPreview['candidates'][number]

const CELL = 'px-3 py-2 align-middle'

interface ShareProps {
	readonly candidate: Candidate
	readonly fairness: Fairness
}

const Share = ({ candidate: { firstPlaceShare }, fairness }: ShareProps) => {
	if (firstPlaceShare === null) return <>–</>
	const { expected, scale } = fairness
	return (
		<span className="grid items-center gap-x-2 gap-y-1.5 sm:grid-cols-[3.5rem_minmax(3rem,1fr)]">
			<span className="tabular-nums sm:text-end">{shareText(firstPlaceShare)}</span>
			<span aria-hidden="true" className="relative block h-4 rounded-sm bg-base-200">
				<span
					className="absolute inset-y-0 start-0 rounded-sm bg-primary/70 forced-colors:bg-[CanvasText]"
					style={{ width: `${(100 * firstPlaceShare) / scale}%` }}
				/>
				<span
					className="absolute -inset-y-1 w-0.5 bg-base-content forced-colors:bg-[Highlight]"
					style={{ insetInlineStart: `${(100 * expected) / scale}%` }}
				/>
			</span>
		</span>
	)
}

interface CandidatesProps {
	readonly candidates: readonly Candidate[]
	readonly fairness: Fairness | null
}

const Candidates = ({ candidates, fairness }: CandidatesProps) => (
	<table className="mt-3 w-full text-sm">
		<thead>
			<tr className="text-muted">
				<th scope="col" className={`${CELL} ps-0 text-start font-medium`}>
					{fairnessTexts.candidate}
				</th>
				<th scope="col" className={`${CELL} text-end font-medium`}>
					{fairnessTexts.validated}
				</th>
				{fairness && (
					<th scope="col" className={`${CELL} w-2/5 pe-0 text-start font-medium`}>
						{fairnessTexts.share}
					</th>
				)}
			</tr>
		</thead>
		<tbody>
			{candidates.map((candidate) => (
				<tr key={candidate.id} className="border-t border-base-300">
					<th scope="row" className={`${CELL} min-w-28 ps-0 text-start font-medium wrap-anywhere`}>
						{candidate.name}
					</th>
					<td className={`${CELL} text-end tabular-nums`}>
						<span>{numberText(candidate.validatedPolicies)}</span>
						{candidate.tooFew && (
							<span className="block font-semibold text-warning">{fairnessTexts.tooFew}</span>
						)}
					</td>
					{fairness && (
						<td className={`${CELL} pe-0`}>
							<Share candidate={candidate} fairness={fairness} />
						</td>
					)}
				</tr>
			))}
		</tbody>
	</table>
)

interface SharesProps {
	readonly voters: number
	readonly fairness: Fairness
	readonly hasPositions: boolean
}

const Shares = ({ voters, fairness, hasPositions }: SharesProps) => {
	const { expected, error, outliers } = fairness
	const unevenText = hasPositions ? fairnessTexts.content.unevenShares : fairnessTexts.uneven
	return (
		<section className="mt-5">
			<h3 className="font-semibold">{fairnessTexts.sharesTitle}</h3>
			<p className={`mt-1 ${outliers.length > 0 ? 'font-semibold text-warning' : ''}`}>
				{outliers.length > 0 ? unevenText(outliers.join(', ')) : fairnessTexts.even}
			</p>
			<p className="mt-1 text-sm text-muted">
				{`${fairnessTexts.expected(numberText(voters), shareText(expected), pointsText(error))} ${fairnessTexts.expectedMark(shareText(expected))}`}
			</p>
		</section>
	)
}

const Duplicates = ({ duplicates }: Pick<QuizPreview, 'duplicates'>) => (
	<section className="mt-5">
		<h3 className="font-semibold">{fairnessTexts.duplicatesTitle}</h3>
		{duplicates.length === 0 ? (
			<p className="mt-1 text-muted">{fairnessTexts.noDuplicates}</p>
		) : (
			<>
				<p className="mt-1 text-muted">{fairnessTexts.duplicatesWhy}</p>
				<ul className="mt-1 grid list-disc gap-1 ps-5">
					{duplicates.map(({ text, candidates }) => (
						<li key={text} className="wrap-anywhere">
							{fairnessTexts.duplicate(text, candidates.join(', '))}
						</li>
					))}
				</ul>
			</>
		)}
	</section>
)

const Concerns = ({ concerns }: Pick<QuizPreview, 'concerns'>) => {
	if (concerns === null) return null
	const { count, naming } = concerns
	return (
		<section className="mt-5">
			<h3 className="font-semibold">{fairnessTexts.concernsTitle}</h3>
			<p className={`mt-1 ${count > 0 ? 'font-semibold text-warning' : 'text-muted'}`}>
				{count > 0 ? fairnessTexts.concerns(numberText(count)) : fairnessTexts.noConcerns}
			</p>
			{naming.length > 0 && (
				<ul className="mt-1 grid list-disc gap-1 ps-5">
					{naming.map(({ text, candidate, names }) => (
						<li key={`${candidate} ${text}`} className="wrap-anywhere">
							{fairnessTexts.naming(text, candidate, names.join(', '))}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

interface FairnessViewProps {
	readonly preview: QuizPreview
	readonly electionId: string
	readonly onFollow: () => void
}

const FairnessView = ({ preview, electionId, onFollow }: FairnessViewProps) => {
	const { candidates, perCandidate, policyCount, duplicates, voters, problem, concerns } = preview
	const naming = concerns?.naming.length ?? 0
	const fairness = fairnessOf(preview)
	const hasPositions = preview.content?.hasPositions ?? false
	const tooFewText = hasPositions ? fairnessTexts.content.tooFew : fairnessTexts.tooFewWhy
	const few = candidates.filter(({ tooFew }) => tooFew).map(({ name }) => name)
	return (
		<>
			{problem !== null && (
				<p className="mt-4 flex items-start gap-2 rounded-field border border-warning bg-warning/15 px-4 py-3 font-medium">
					<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />
					<span>{fairnessTexts.problem(problem)}</span>
				</p>
			)}
			{naming > 0 && (
				<p className="mt-4 flex items-start gap-2 rounded-field border border-warning bg-warning/15 px-4 py-3 font-medium">
					<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />
					<span>{fairnessTexts.notBlind(naming)}</span>
				</p>
			)}
			<p className="mt-4">
				{policyCount === 0
					? fairnessTexts.asksNothing
					: hasPositions
						? fairnessTexts.content.asks(numberText(policyCount), numberText(perCandidate))
						: fairnessTexts.asks(perCandidate, policyCount)}
			</p>
			{few.length > 0 && <p className="mt-2 text-warning">{tooFewText(few.join(', '))}</p>}
			{fairness ? (
				<Shares {...{ voters, fairness, hasPositions }} />
			) : (
				policyCount > 0 && <p className="mt-2 text-muted">{fairnessTexts.noShares}</p>
			)}
			<Candidates candidates={candidates} fairness={fairness} />
			{preview.content && (
				<FairnessContent content={preview.content} {...{ electionId, onFollow }} />
			)}
			<Concerns concerns={concerns} />
			<Duplicates duplicates={duplicates} />
		</>
	)
}

export interface Activation {
	readonly label: string
	readonly busy: boolean
	readonly error: string | null
	readonly onConfirm: () => void
}

interface FairnessDialogProps {
	readonly quiz: Pick<QuizValues, 'name' | 'electionId' | 'quizType' | 'candidateIds'>
	readonly activation?: Activation
	readonly onClose: () => void
}

/** Query of a quiz's preview. @param version changes when the preview must be read again */
export const previewQuery = (
	quiz: Pick<FairnessDialogProps['quiz'], 'electionId' | 'quizType' | 'candidateIds'>,
	version = 0,
) => {
	const body = { ...quiz, candidateIds: [...quiz.candidateIds] }
	return queryOptions({
		queryKey: ['quizzes', 'preview', body, version],
		queryFn: ({ signal }) => unwrap(call(manageQuizzes.preview, { body }, { signal })),
	})
}

interface ButtonsProps extends Pick<FairnessDialogProps, 'activation' | 'onClose'> {
	readonly ready: boolean
}

const Buttons = ({ activation, ready, onClose }: ButtonsProps) => {
	if (activation === undefined) {
		return (
			<div className="mt-6 flex justify-end">
				<button type="button" className="btn btn-primary" onClick={onClose}>
					{common.close}
				</button>
			</div>
		)
	}
	return (
		<>
			{ready && <p className="mt-6 font-semibold">{texts.fairness.confirm}</p>}
			<ConfirmButtons
				label={activation.label}
				busyLabel={texts.fairness.activating}
				ready={ready}
				state={activation}
				onConfirm={activation.onConfirm}
				onCancel={onClose}
			/>
		</>
	)
}

export const FairnessDialog = ({ quiz, activation, onClose }: FairnessDialogProps) => {
	const { name, electionId, quizType, candidateIds } = quiz
	const offered = useCapability('fairness')
	const query = useQuery({
		...previewQuery({ candidateIds, quizType, electionId }),
		enabled: offered,
	})
	const close = (): void => {
		if (!activation?.busy) onClose()
	}
	return (
		<Dialog
			title={texts.fairness.title(name || texts.fairness.unnamed)}
			onClose={close}
			className={WIDE}
		>
			{offered ? (
				<Loaded query={query} failed={texts.fairness.failed} loading={texts.fairness.working}>
					{(preview) => <FairnessView preview={preview} electionId={electionId} onFollow={close} />}
				</Loaded>
			) : (
				<p className="mt-4">{texts.fairness.lacking}</p>
			)}
			<Buttons
				{...(activation && { activation })}
				// A server without previews must not block the activation.
				ready={query.data !== undefined || !offered}
				onClose={close}
			/>
		</Dialog>
	)
}
