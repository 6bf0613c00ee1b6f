import { TriangleAlert } from 'lucide-react'
import type { QuizPreview } from '#contract/manage-quizzes.ts'
import { quizzes } from '#web/texts/admin/quizzes.ts'
import { numberText } from '#web/ui/numbers.ts'
import { pointsText, shareText } from '../percent.ts'
import { type Fairness, fairnessOf } from './fairness.ts'

const texts = quizzes.fairness

type Candidate = QuizPreview['candidates'][number]

const CELL = 'px-3 py-2 align-middle'

interface ShareProps {
	readonly candidate: Candidate
	readonly fairness: Fairness
}

/** A share as a bar, with a line where it would be expected. */
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
					{texts.candidate}
				</th>
				<th scope="col" className={`${CELL} text-end font-medium`}>
					{texts.validated}
				</th>
				{fairness && (
					<th scope="col" className={`${CELL} w-2/5 pe-0 text-start font-medium`}>
						{texts.share}
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
							<span className="block font-semibold text-warning">{texts.tooFew}</span>
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

const Shares = ({ voters, fairness }: { readonly voters: number; readonly fairness: Fairness }) => {
	const { expected, error, outliers } = fairness
	return (
		<section className="mt-5">
			<h3 className="font-semibold">{texts.sharesTitle}</h3>
			<p className={`mt-1 ${outliers.length > 0 ? 'font-semibold text-warning' : ''}`}>
				{outliers.length > 0 ? texts.uneven(outliers.join(', ')) : texts.even}
			</p>
			<p className="mt-1 text-sm text-muted">
				{`${texts.expected(numberText(voters), shareText(expected), pointsText(error))} ${texts.expectedMark(shareText(expected))}`}
			</p>
		</section>
	)
}

const Duplicates = ({ duplicates }: Pick<QuizPreview, 'duplicates'>) => (
	<section className="mt-5">
		<h3 className="font-semibold">{texts.duplicatesTitle}</h3>
		{duplicates.length === 0 ? (
			<p className="mt-1 text-muted">{texts.noDuplicates}</p>
		) : (
			<>
				<p className="mt-1 text-muted">{texts.duplicatesWhy}</p>
				<ul className="mt-1 grid list-disc gap-1 ps-5">
					{duplicates.map(({ text, candidates }) => (
						<li key={text} className="wrap-anywhere">
							{texts.duplicate(text, candidates.join(', '))}
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
			<h3 className="font-semibold">{texts.concernsTitle}</h3>
			<p className={`mt-1 ${count > 0 ? 'font-semibold text-warning' : 'text-muted'}`}>
				{count > 0 ? texts.concerns(numberText(count)) : texts.noConcerns}
			</p>
			{naming.length > 0 && (
				<ul className="mt-1 grid list-disc gap-1 ps-5">
					{naming.map(({ text, candidate, names }) => (
						<li key={`${candidate} ${text}`} className="wrap-anywhere">
							{texts.naming(text, candidate, names.join(', '))}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

/** What a quiz would be like, before anybody takes it: how much it asks, who has too few policies, and whom it favours. */
export const FairnessView = ({ preview }: { readonly preview: QuizPreview }) => {
	const { candidates, perCandidate, policyCount, duplicates, voters, problem, concerns } = preview
	const naming = concerns?.naming.length ?? 0
	const fairness = fairnessOf(preview)
	const few = candidates.filter(({ tooFew }) => tooFew).map(({ name }) => name)
	return (
		<>
			{problem !== null && (
				<p className="mt-4 flex items-start gap-2 rounded-field border border-warning bg-warning/15 px-4 py-3 font-medium">
					<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />
					<span>{texts.problem(problem)}</span>
				</p>
			)}
			{naming > 0 && (
				<p className="mt-4 flex items-start gap-2 rounded-field border border-warning bg-warning/15 px-4 py-3 font-medium">
					<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />
					<span>{texts.notBlind(naming)}</span>
				</p>
			)}
			<p className="mt-4">
				{policyCount > 0 ? texts.asks(perCandidate, policyCount) : texts.asksNothing}
			</p>
			{few.length > 0 && <p className="mt-2 text-warning">{texts.tooFewWhy(few.join(', '))}</p>}
			{fairness ? (
				<Shares voters={voters} fairness={fairness} />
			) : (
				policyCount > 0 && <p className="mt-2 text-muted">{texts.noShares}</p>
			)}
			<Candidates candidates={candidates} fairness={fairness} />
			<Concerns concerns={concerns} />
			<Duplicates duplicates={duplicates} />
		</>
	)
}
