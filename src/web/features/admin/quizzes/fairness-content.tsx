import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContentFairness } from '#contract/admin/quizzes.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { quizzes } from '#web/texts/en/admin/quizzes.ts'
import { numberText, shareText } from '#web/ui/format.ts'

const texts = quizzes.fairness.content

type Candidate = ContentFairness['candidates'][number]

const passes = ({ cloneFirstShare }: Candidate): boolean => cloneFirstShare === 1

const namesOf = (people: readonly { readonly name: string }[]): string =>
	people.map(({ name }) => name).join(', ')

export const cloneText = ({ candidates }: ContentFairness): string =>
	texts.passed(numberText(candidates.filter(passes).length), numberText(candidates.length))

export const countFindings = (content: ContentFairness): number =>
	content.candidates.filter((candidate) => !passes(candidate)).length +
	content.inseparable.length +
	content.undisputed.length +
	(content.largestSpread > 1 ? 1 : 0)

const LINK = 'inline-block min-h-6 text-primary underline underline-offset-4'

interface GridLinkProps {
	readonly electionId: string
	readonly search: { readonly show?: string; readonly candidate?: string; readonly search?: string }
	readonly onFollow: () => void
	readonly children: ReactNode
}

const GridLink = ({ electionId, search, onFollow, children }: GridLinkProps) => (
	<Link
		to="/admin/positions/$electionId"
		params={{ electionId }}
		search={search}
		className={LINK}
		onClick={onFollow}
	>
		{children}
	</Link>
)

export interface FairnessContentProps {
	readonly content: ContentFairness
	readonly electionId: string
	readonly onFollow: () => void
}

const CELL = 'px-2 py-2 align-top first:ps-0 last:pe-0'

const Clone = ({ candidate }: { readonly candidate: Candidate }) => {
	const { cloneFirstShare, cloneRivals } = candidate
	if (passes(candidate)) return <span className="text-success">{texts.first}</span>
	return (
		<span className="text-warning">
			<span className="block font-semibold">{texts.firstIn(shareText(cloneFirstShare))}</span>
			{cloneRivals.length > 0 && (
				<span className="block">{texts.rivals(namesOf(cloneRivals))}</span>
			)}
		</span>
	)
}

const Candidates = ({ content, electionId, onFollow }: FairnessContentProps) => (
	<table className="mt-3 w-full text-sm">
		<thead>
			<tr className="text-muted">
				{[texts.candidate, texts.known, texts.asked, texts.clone].map((column) => (
					<th key={column} scope="col" className={`${CELL} text-start font-medium`}>
						{column}
					</th>
				))}
			</tr>
		</thead>
		<tbody>
			{content.candidates.map((candidate) => (
				<tr key={candidate.id} className="border-t border-base-300">
					<th scope="row" className={`${CELL} text-start font-medium wrap-anywhere`}>
						{candidate.name}
					</th>
					<td className={`${CELL} tabular-nums`}>
						<span className="block">{numberText(candidate.known)}</span>
						{candidate.missing > 0 && (
							<GridLink
								{...{ electionId, onFollow }}
								search={{ show: 'missing', candidate: candidate.id }}
							>
								<span>{texts.missing(numberText(candidate.missing))}</span>
								<span className="sr-only">{`: ${candidate.name}`}</span>
							</GridLink>
						)}
					</td>
					<td className={`${CELL} tabular-nums`}>{numberText(candidate.knownAsked)}</td>
					<td className={CELL}>
						<Clone candidate={candidate} />
					</td>
				</tr>
			))}
		</tbody>
	</table>
)

interface FindingsProps {
	readonly title: string
	readonly why: string
	readonly none: string
	readonly children: readonly ReactNode[]
}

const Findings = ({ title, why, none, children }: FindingsProps) => (
	<section className="mt-4">
		<h4 className="font-semibold">{title}</h4>
		<p className="mt-1 text-muted">{children.length === 0 ? none : why}</p>
		<ul className="mt-1 grid list-disc gap-1 ps-5 empty:hidden">{children}</ul>
	</section>
)

const concernNames: Readonly<Record<string, string>> = extraction.review.concerns

/** Statements that are not neutral, other than by names, which have a list of their own. */
const Unneutral = ({ content }: Pick<FairnessContentProps, 'content'>) => {
	const rest = content.concerns.filter(({ concerns }) => concerns.some((each) => each !== 'name'))
	return (
		<Findings title={texts.concernsTitle} why={texts.concernsWhy} none={texts.noConcerns}>
			{rest.map(({ id, field, text, owner, words, concerns }) => (
				<li key={`${id} ${field}`} className="wrap-anywhere">
					<Link
						to="/admin/edit-policies/$candidateId"
						params={{ candidateId: owner.id }}
						search={{ search: text }}
						className={LINK}
					>
						{text}
					</Link>
					<span className="block text-sm text-muted">
						{texts.concern(
							field,
							concerns.map((each) => concernNames[each] ?? each).join(', '),
							words.map((each) => `“${each}”`).join(', '),
						)}
					</span>
				</li>
			))}
		</Findings>
	)
}

export const FairnessContent = (props: FairnessContentProps) => {
	const { content, electionId, onFollow } = props
	const { hasPositions, largestSpread, inseparable, undisputed } = content
	return (
		<section className="mt-5">
			<h3 className="font-semibold">{texts.title}</h3>
			{!hasPositions && (
				<p className="mt-1">
					<span>{`${texts.ownersOnly} `}</span>
					<GridLink {...{ electionId, onFollow }} search={{}}>
						{texts.toGrid}
					</GridLink>
				</p>
			)}
			{hasPositions && largestSpread > 1 && (
				<p className="mt-1 flex items-start gap-2 font-medium text-warning">
					<TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
					<span>{texts.uneven(numberText(largestSpread))}</span>
				</p>
			)}
			<p className="mt-1 text-sm text-muted">{texts.how}</p>
			<Candidates {...props} />
			<Findings title={texts.pairsTitle} why={texts.pairsWhy} none={texts.noPairs}>
				{inseparable.map(({ candidates, common }) => (
					<li key={namesOf(candidates)} className="wrap-anywhere">
						<span>{`${texts.pair(candidates.map(({ name }) => name).join(texts.and), numberText(common))} `}</span>
						<GridLink
							{...{ electionId, onFollow }}
							search={{ show: 'missing', candidate: candidates[0]?.id ?? '' }}
						>
							{texts.fill}
						</GridLink>
					</li>
				))}
			</Findings>
			<Findings title={texts.undisputedTitle} why={texts.undisputedWhy} none={texts.noUndisputed}>
				{undisputed.map(({ id, text, owner }) => (
					<li key={id} className="wrap-anywhere">
						<GridLink {...{ electionId, onFollow }} search={{ search: text }}>
							{text}
						</GridLink>
						<span className="text-sm text-muted">{` (${owner.name})`}</span>
					</li>
				))}
			</Findings>
			<Unneutral content={content} />
		</section>
	)
}
