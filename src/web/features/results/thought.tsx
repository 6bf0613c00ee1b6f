import { ChevronDown } from 'lucide-react'
import type { Met } from '#device/knowing.ts'
import type { AttemptResults } from '#device/results.ts'
import type { Statement } from '#domain/types.ts'
import { mayBeAnothers } from '#web/app/test-feature.ts'
import { knowing as texts } from '#web/texts/en/knowing.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { givenText, hasLines } from './words.ts'

interface Thought extends Met {
	readonly statement: Statement
	readonly value: number
}

/**
 * Statements both guessed in the knowledge test and answered. Not picking a policy is no answer. None if someone else may
 * have guessed.
 */
export const thoughtsOf = (results: AttemptResults): Thought[] => {
	const { attempt, knowing } = results
	if (mayBeAnothers(knowing) || !hasLines(results)) return []
	const met = new Map(knowing.met.map((each) => [each.policyId, each]))
	return attempt.statements.flatMap((statement) => {
		const { policyId } = statement
		const guess = met.get(policyId)
		const value = attempt.selection?.includes(policyId) ? 1 : (attempt.answers[policyId] ?? null)
		return guess === undefined || value === null ? [] : [{ ...guess, statement, value }]
	})
}

export const thoughtText = (guessed: string, owner: string): string =>
	guessed === owner ? texts.right(owner) : texts.wrong(guessed, owner)

interface ListProps {
	readonly title: string
	readonly thoughts: readonly Thought[]
	readonly attempt: AttemptResults['attempt']
}

const List = ({ title, thoughts, attempt }: ListProps) =>
	thoughts.length > 0 && (
		<>
			<h4 className="mt-3 font-medium">{title}</h4>
			<ul className="divide-y divide-base-300">
				{thoughts.map(({ statement, guessed, owner, value }) => (
					<li key={statement.policyId} className="py-2 text-sm wrap-anywhere">
						<p lang={contentLanguage}>{statement.text}</p>
						<p className="mt-1 text-muted">
							<span>{thoughtText(guessed, owner)}</span>{' '}
							<span>{`${texts.yourAnswer}: ${givenText(attempt, statement.policyId, value)}.`}</span>
						</p>
					</li>
				))}
			</ul>
		</>
	)

interface GroupProps extends ListProps {
	readonly isRight: boolean
}

const Group = ({ title, thoughts, attempt, isRight }: GroupProps) => {
	const own = thoughts.filter(({ guessed, owner }) => (guessed === owner) === isRight)
	if (own.length === 0) return null
	return (
		<>
			<h3 className="mt-4 text-lg font-semibold">{title}</h3>
			<List
				title={texts.agreed}
				thoughts={own.filter(({ value }) => value > 0)}
				attempt={attempt}
			/>
			<List
				title={texts.notAgreed}
				thoughts={own.filter(({ value }) => value <= 0)}
				attempt={attempt}
			/>
		</>
	)
}

/** Guesses of the knowledge test beside the quiz's answers, in four lists. Omitted if someone else may have guessed. */
export const WhatYouThought = ({ results }: { readonly results: AttemptResults }) => {
	const { attempt } = results
	const thoughts = thoughtsOf(results)
	if (thoughts.length === 0) return null
	return (
		<details className="group mt-6 rounded-box border border-base-300 bg-surface px-5 shadow-paper">
			<summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
				<h2 className="text-lg font-semibold">{texts.thought}</h2>
				<ChevronDown
					aria-hidden="true"
					className="size-5 shrink-0 text-primary transition-transform group-open:rotate-180"
				/>
			</summary>
			<div className="pb-4">
				<p className="text-sm text-muted">{texts.thoughtText}</p>
				<Group title={texts.asThought} isRight={true} {...{ thoughts, attempt }} />
				<Group title={texts.otherwise} isRight={false} {...{ thoughts, attempt }} />
			</div>
		</details>
	)
}
