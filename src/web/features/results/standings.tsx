import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { answerRange } from '#domain/quiz.ts'
import { hasPositions } from '#domain/score.ts'
import type { QuizType, Statement } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { sideBySide } from '#web/texts/en/side-by-side.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { isQuoted, Quotation, titleOf } from './why.tsx'
import { givenText, positionText } from './words.ts'
import './side-by-side.css'

export interface Stance {
	readonly candidate: CandidateResult
	/** -2 to 2; null if unknown. */
	readonly position: number | null
}

export interface Standing {
	readonly statement: Statement
	/** 1-based place in the quiz. */
	readonly number: number
	/** The voter's answer in words. */
	readonly answer: string
	/** The voter's answer as a position, -2 to 2; null if it expresses none. */
	readonly own: number | null
	/** In the order of the candidates. */
	readonly stances: readonly Stance[]
}

/** An answer as a position, -2 to 2. A policy that was not picked expresses no opinion. */
const ownPosition = (quizType: QuizType, value: number | null): number | null => {
	if (value === null || (quizType === 'POLICY_PICK' && value === 0)) return null
	const { least, most } = answerRange(quizType)
	return (4 * (value - least)) / (most - least) - 2
}

/** Where the voter and these candidates stand, by statement in the order of the quiz. */
export const standingsOf = (
	{ attempt, candidates: all }: AttemptResults,
	candidates: readonly CandidateResult[] = all,
): Standing[] => {
	const linesOf = ({ lines }: CandidateResult) =>
		new Map(lines.map((line) => [line.policyId, line]))
	const values = new Map(
		all.flatMap(({ lines }) => lines.map((line) => [line.policyId, line.value])),
	)
	const known = candidates.map(linesOf)
	return attempt.statements.map((statement, index) => {
		const { policyId } = statement
		const value = values.get(policyId) ?? null
		return {
			statement,
			number: index + 1,
			answer: givenText(attempt, policyId, value),
			own: ownPosition(attempt.quizType, value),
			stances: candidates.map((candidate, at) => ({
				candidate,
				position: known[at]?.get(policyId)?.position ?? null,
			})),
		}
	})
}

export type Closeness = 'near' | 'between' | 'far'

/** Near: at most one step apart. Far: one is for, the other against. Null if either is unknown. */
export const closenessOf = (own: number | null, position: number | null): Closeness | null => {
	if (own === null || position === null) return null
	if (own * position < 0) return 'far'
	return Math.abs(own - position) > 1 ? 'between' : 'near'
}

/** Distance between the voter's and a candidate's position: "differs by one step"; null if either is unknown. */
export const distanceText = (own: number | null, position: number | null): string | null => {
	if (own === null || position === null) return null
	if (own === position) return sideBySide.same
	return closenessOf(own, position) === 'far'
		? sideBySide.otherSide
		: sideBySide.steps(Math.abs(own - position))
}

export const POSITIONS = [-2, -1, 0, 1, 2]

export const You = () => (
	<span className="grid size-8 place-items-center rounded-full bg-primary text-sm font-bold text-primary-content forced-colors:border">
		{sideBySide.you}
	</span>
)

/** The voter above and the candidates below a line from "strongly against" to "strongly for". */
const Axis = ({ own, stances }: Pick<Standing, 'own' | 'stances'>) => (
	<div aria-hidden="true" className="axis mt-4">
		<div className="steps grid grid-cols-5">
			{POSITIONS.map((position) => (
				<span key={position}>{position === own && <You />}</span>
			))}
		</div>
		<div className="line my-2 grid grid-cols-5">
			{POSITIONS.map((position) => (
				<span key={position} />
			))}
		</div>
		<div className="steps grid grid-cols-5">
			{POSITIONS.map((position) => (
				<div key={position} className="flex flex-wrap justify-center gap-1">
					{stances
						.filter((stance) => stance.position === position)
						.map(({ candidate: { candidateId, name, logo } }) => (
							<CandidateAvatar
								key={candidateId ?? name}
								name={name}
								logo={logo}
								className="size-8 text-sm"
							/>
						))}
				</div>
			))}
		</div>
		<div className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
			<span>{positionText(-2)}</span>
			<span>{positionText(2)}</span>
		</div>
	</div>
)

const DISTANCE: Readonly<Record<Closeness, string>> = {
	near: 'text-success',
	between: 'text-muted',
	far: 'text-error',
}

interface StanceItemProps {
	readonly standing: Standing
	readonly stance: Stance
	readonly words: AttemptResults['words']
}

const StanceItem = ({ standing, stance, words }: StanceItemProps) => {
	const { candidate, position } = stance
	const { own, statement } = standing
	const quote = words(statement.policyId, candidate.candidateId ?? '')
	const closeness = closenessOf(own, position)
	return (
		<li className="py-3 wrap-anywhere">
			<div className="flex flex-wrap items-center gap-x-3">
				<CandidateAvatar name={candidate.name} logo={candidate.logo} className="size-8 text-sm" />
				<h3 className="min-w-0 flex-1 basis-48 font-semibold">{candidate.name}</h3>
				{closeness && (
					<span className={`text-sm font-medium ${DISTANCE[closeness]}`}>
						{distanceText(own, position)}
					</span>
				)}
			</div>
			<p className={position === null ? 'mt-1 text-muted' : 'mt-1 font-medium'}>
				{positionText(position)}
			</p>
			{quote && isQuoted(quote) && (
				<div className="mt-1 text-sm">
					<p className="text-muted">{titleOf(quote)}</p>
					<Quotation {...quote} />
				</div>
			)}
		</li>
	)
}

interface StandingDialogProps {
	readonly standing: Standing
	readonly results: Pick<AttemptResults, 'attempt' | 'words'>
	readonly onClose: () => void
}

/** Where the voter and the candidates stand on a statement, with quotes and sources. */
export const StandingDialog = ({ standing, results, onClose }: StandingDialogProps) => {
	const { statement, number, answer, own, stances } = standing
	const { attempt, words } = results
	const isPlaced = own !== null || stances.some(({ position }) => position !== null)
	return (
		<Dialog
			title={sideBySide.statementOf(number, attempt.statements.length)}
			onClose={onClose}
			className="max-w-xl"
		>
			<p lang={contentLanguage} className="mt-2 font-serif text-lg leading-snug wrap-anywhere">
				{statement.text}
			</p>
			<p className="mt-2 text-sm text-muted">
				<span>{`${texts.yourAnswer}: `}</span>
				<span className="font-medium text-base-content">{answer}</span>
			</p>
			{isPlaced && <Axis own={own} stances={stances} />}
			<ul className="mt-4 divide-y divide-base-300 border-y border-base-300">
				{stances.map((stance) => (
					<StanceItem
						key={stance.candidate.candidateId ?? stance.candidate.name}
						{...{ standing, stance, words }}
					/>
				))}
			</ul>
			<button type="button" className="btn btn-block mt-4" onClick={onClose}>
				{sideBySide.close}
			</button>
		</Dialog>
	)
}

interface EveryoneProps {
	readonly results: AttemptResults
}

/** Section with all statements, each of which opens where everyone stands. Nothing if only owners have positions. */
export const Everyone = ({ results }: EveryoneProps) => {
	const [opened, setOpened] = useState<Standing | null>(null)
	if (!hasPositions(results.attempt, results.attempt.candidateIds)) return null
	return (
		<section className="mt-6 rounded-box border border-base-300 bg-surface p-5 shadow-paper">
			<h2 className="text-xl font-semibold">{texts.everyone}</h2>
			<ul className="mt-3 divide-y divide-base-300 border-t border-base-300">
				{standingsOf(results).map((standing) => (
					<li key={standing.statement.policyId} className="off-screen wrap-anywhere">
						<button
							type="button"
							className="flex min-h-12 w-full items-center gap-3 py-3 text-start"
							onClick={() => setOpened(standing)}
						>
							<span className="min-w-0 flex-1">
								<span lang={contentLanguage}>{standing.statement.text}</span>
								<span className="mt-1 block text-sm text-muted">
									<span>{`${texts.yourAnswer}: `}</span>
									<span className="font-medium text-base-content">{standing.answer}</span>
								</span>
							</span>
							<ChevronRight
								aria-hidden="true"
								className="size-5 shrink-0 text-primary rtl:-scale-x-100"
							/>
						</button>
					</li>
				))}
			</ul>
			{opened && (
				<StandingDialog standing={opened} results={results} onClose={() => setOpened(null)} />
			)}
		</section>
	)
}
