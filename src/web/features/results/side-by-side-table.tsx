import { memo, type ReactNode } from 'react'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { BAR_MIN_PERCENT } from '#domain/limits.ts'
import { bandOf, hasPositions } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { sideBySide } from '#web/texts/en/side-by-side.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { FILL } from './alignment-figure.tsx'
import {
	closenessOf,
	distanceText,
	POSITIONS,
	type Stance,
	type Standing,
	You,
} from './standings.tsx'
import { bandText, percentText, positionText, topicText } from './words.ts'

/** Statements of a category, with the alignment of each shown candidate on them. */
export interface Topic {
	readonly category: string | null
	/** Null if nothing is scored. */
	readonly percentages: readonly (number | null)[]
	readonly standings: readonly Standing[]
}

interface MarkProps {
	readonly position: number
	readonly isOwn?: boolean
}

/** Five steps from "strongly against" to "strongly for"; the filled one is the position. */
const Mark = ({ position, isOwn = false }: MarkProps) => (
	<svg
		aria-hidden="true"
		viewBox="0 0 66 14"
		className={`mark ${isOwn ? 'text-primary' : 'text-base-content'}`}
	>
		{POSITIONS.map((each, index) => (
			<circle
				key={each}
				cx={7 + 13 * index}
				cy="7"
				r={each === position ? 6 : 4}
				{...(each === position && { className: 'filled' })}
			/>
		))}
	</svg>
)

interface CellProps {
	/** Column's name, shown where the columns do not fit. */
	readonly label: string
	readonly className?: string
	readonly children: ReactNode
}

const Cell = ({ label, className = '', children }: CellProps) => (
	<td className={className}>
		<span aria-hidden="true" className="label">
			{label}
		</span>
		<div className="value">{children}</div>
	</td>
)

interface StanceCellProps {
	readonly own: number | null
	readonly stance: Stance
	readonly unknown: string
}

const StanceCell = ({ own, stance: { candidate, position }, unknown }: StanceCellProps) => {
	const distance = distanceText(own, position)
	return (
		<Cell label={candidate.name} className={closenessOf(own, position) ?? ''}>
			{position === null ? (
				<>
					<span aria-hidden="true" className="text-muted">
						?
					</span>
					<span className="words text-muted">{unknown}</span>
				</>
			) : (
				<>
					<Mark position={position} />
					<span className="words">{positionText(position)}</span>
					{distance && <span className="sr-only">{`, ${distance}`}</span>}
				</>
			)}
		</Cell>
	)
}

interface RowProps {
	readonly standing: Standing
	readonly unknown: string
	readonly onOpen: ((standing: Standing) => void) | null
}

// Memoized, because filters keep most rows.
const Row = memo(({ standing, unknown, onOpen }: RowProps) => {
	const { statement, own, answer, stances } = standing
	return (
		<tr className="off-screen">
			<th scope="row">
				{onOpen ? (
					<button type="button" lang={contentLanguage} onClick={() => onOpen(standing)}>
						{statement.text}
					</button>
				) : (
					<span lang={contentLanguage}>{statement.text}</span>
				)}
			</th>
			<Cell label={sideBySide.you}>
				{own !== null && <Mark isOwn position={own} />}
				<span className={own === null ? 'words text-muted' : 'words'}>{answer}</span>
			</Cell>
			{stances.map((stance) => (
				<StanceCell key={stance.candidate.candidateId} {...{ own, stance, unknown }} />
			))}
		</tr>
	)
})

interface TopicRowProps {
	readonly topic: Topic
	readonly candidates: readonly CandidateResult[]
	readonly quizType: QuizType
}

const TopicRow = ({ topic, candidates, quizType }: TopicRowProps) => {
	const { category, percentages } = topic
	return (
		<tr className="topic">
			<th scope="rowgroup">{topicText(category)}</th>
			<td className="blank" />
			{candidates.map(({ candidateId, name }, index) => {
				const percentage = percentages[index] ?? null
				if (percentage === null) return <td key={candidateId} className="blank" />
				const fill = bandText(percentage, quizType) ? FILL[bandOf(percentage)] : 'bg-primary'
				return (
					<Cell key={candidateId} label={name}>
						<span className="font-serif font-semibold tabular-nums">{percentText(percentage)}</span>
						<span className="sr-only">{` ${sideBySide.alignment}`}</span>
						<div
							aria-hidden="true"
							className="bar mt-1 w-full overflow-hidden rounded-full bg-base-300 forced-colors:border"
						>
							<div
								className={`h-full rounded-full forced-colors:bg-[Highlight] ${fill}`}
								style={{ width: `${Math.max(BAR_MIN_PERCENT, percentage)}%` }}
							/>
						</div>
					</Cell>
				)
			})}
		</tr>
	)
}

interface TableProps {
	readonly results: Pick<AttemptResults, 'attempt'>
	/** In the order of the columns. */
	readonly candidates: readonly CandidateResult[]
	readonly topics: readonly Topic[]
	/** Null makes the statements plain text, for print. */
	readonly onOpen: ((standing: Standing) => void) | null
}

/**
 * Statements by topic, with the positions of the voter and of two to four candidates. The statement stands above its
 * positions where the columns do not fit beside it; where they do not fit at all, each position has its own line.
 */
export const SideBySideTable = ({ results, candidates, topics, onOpen }: TableProps) => {
	const { attempt } = results
	const unknown = hasPositions(attempt, attempt.candidateIds)
		? sideBySide.unknown
		: texts.noPosition
	const columns: Record<string, number> = { '--columns': candidates.length + 1 }
	const isTopical = topics.some(({ category }) => category !== null)
	return (
		<div className="side-by-side" data-columns={candidates.length + 1} style={columns}>
			<ul aria-hidden="true" className="key">
				{candidates.map(({ candidateId, name, logo }) => (
					<li key={candidateId} className="flex items-center gap-2">
						<CandidateAvatar name={name} logo={logo} className="size-8 text-sm" />
						<span className="min-w-0">{name}</span>
					</li>
				))}
			</ul>
			<table aria-label={sideBySide.title}>
				<thead>
					<tr>
						<th scope="col">
							<span className="sr-only">{texts.statement}</span>
						</th>
						<th scope="col">
							<You />
						</th>
						{candidates.map(({ candidateId, name, logo }) => (
							<th key={candidateId} scope="col">
								<CandidateAvatar name={name} logo={logo} className="size-8 text-sm" />
								<span className="name">{name}</span>
							</th>
						))}
					</tr>
				</thead>
				{topics.map((topic) => (
					<tbody key={topic.category}>
						{isTopical && <TopicRow {...{ topic, candidates }} quizType={attempt.quizType} />}
						{topic.standings.map((standing) => (
							<Row key={standing.statement.policyId} {...{ standing, unknown, onOpen }} />
						))}
					</tbody>
				))}
			</table>
		</div>
	)
}
