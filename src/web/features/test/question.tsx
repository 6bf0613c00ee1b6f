import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { StoredTestSession } from '#device/db.ts'
import type { TestCandidate } from '#domain/knowledge-test.ts'
import { sideOfSwipe } from '#domain/swipe.ts'
import { sidesOf } from '#domain/test-start.ts'
import { reportFirstRender } from '#web/app/first-render.ts'
import { test } from '#web/texts/en/test.ts'
import { contentLanguage, locale } from '#web/texts/language.ts'
import { BallotCard, CardArea } from '#web/ui/ballot-card.tsx'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import type { Swipe } from '#web/ui/card-deck.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type Keys, useShortcutKeys } from '#web/ui/use-shortcut-keys.ts'
import { outcomeOf, testProgress } from './session-model.ts'
import type { Guessing } from './use-guessing.ts'

/** Election of the test; its name is missing in sessions of older builds and on other servers. */
const Topic = ({ election }: Pick<StoredTestSession, 'election'>) => {
	const [day] = useState(
		() =>
			election &&
			new Date(election.electionDate).toLocaleDateString(locale(), {
				dateStyle: 'long',
				timeZone: 'UTC',
			}),
	)
	return (
		<p className="flex flex-wrap gap-x-2 text-sm wrap-anywhere text-muted">
			<span lang={election ? contentLanguage : undefined}>{election?.name ?? test.title}</span>
			<span>{day}</span>
		</p>
	)
}

/**
 * Introduction, then the verdict on the previous guess. Always mounted, so that screen readers announce the verdict.
 * The introduction keeps its place, so that the card does not move.
 */
const LastOutcome = ({
	session,
	last,
	total,
}: {
	readonly session: StoredTestSession
	readonly last: string | null
	readonly total: number
}) => {
	const outcome = outcomeOf(session, last)
	return (
		<p
			role="status"
			className="grid min-h-12 items-center text-sm leading-tight text-muted wrap-anywhere *:col-start-1 *:row-start-1"
		>
			<span className={session.guesses.length > 0 ? 'invisible' : ''}>{test.intro(total)}</span>
			{outcome && (
				<span className="flex flex-wrap items-baseline gap-x-2">
					{outcome.verdict && (
						<span
							className={`text-2xl font-bold ${outcome.correct ? 'text-success' : 'text-warning'}`}
						>
							<span aria-hidden="true">{outcome.correct ? '✓ ' : '✗ '}</span>
							<span>{outcome.verdict}</span>
						</span>
					)}
					<span>{outcome.text}</span>
				</span>
			)}
		</p>
	)
}

interface HeadProps {
	readonly session: StoredTestSession
	readonly given: number
	readonly last: string | null
}

const Head = ({ session, given, last }: HeadProps) => {
	const { number, total, percentage } = testProgress(given, session.policies.length)
	return (
		<div>
			<Topic election={session.election} />
			<h1 className="text-xl font-semibold">{test.whose}</h1>
			<LastOutcome session={session} last={last} total={total} />
			<div className="mt-1 flex items-center gap-3 text-sm text-muted tabular-nums">
				<ProgressBar percentage={percentage} label={test.progress} />
				<p className="shrink-0">{test.place(number, total)}</p>
			</div>
		</div>
	)
}

/** Facts for newcomers, then the gestures. Both keep their place, so that nothing moves. */
const Footnote = ({ begun }: { readonly begun: boolean }) => (
	<p className="mt-1 flex flex-wrap items-center justify-center text-center text-sm text-muted">
		<span className="grid *:col-start-1 *:row-start-1">
			<span className={begun ? 'invisible' : ''}>{test.free}</span>
			<span className={begun ? '' : 'invisible'}>{test.how}</span>
		</span>
		<Link to="/about" className="inline-block px-1 py-3 font-medium underline">
			{test.about}
		</Link>
	</p>
)

interface ChoicesProps {
	readonly readable: boolean
	readonly sides: readonly [TestCandidate, TestCandidate]
	readonly onPick: (side: 0 | 1) => void
}

/** The two candidates, styled alike. Keys 1 and 2, or the arrows. Left is left in RTL scripts too, to match swipes. */
const Choices = ({ readable, sides, onPick }: ChoicesProps) => (
	<fieldset
		dir="ltr"
		aria-disabled={!readable}
		className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3"
	>
		<legend className="sr-only">{test.guess}</legend>
		{sides.map(({ id, name, logo }, index) => (
			<button
				key={id}
				type="button"
				aria-keyshortcuts={String(index + 1)}
				className="flex min-h-24 min-w-0 flex-col items-center justify-center gap-2 rounded-box border-2 border-primary bg-surface p-3 font-semibold text-primary transition-transform hover:bg-primary/10 active:scale-98"
				onClick={() => onPick(index === 0 ? 0 : 1)}
			>
				<CandidateAvatar
					name={name}
					logo={logo}
					className="size-[clamp(2.25rem,7svh,3.5rem)] text-lg"
				/>
				<span className="max-w-full wrap-anywhere">{name}</span>
			</button>
		))}
	</fieldset>
)

type CardDeckPart = typeof import('#web/ui/card-deck.tsx')

const ignore = (): void => undefined

/**
 * Loads later parts once a policy can be guessed; a failure is reported when the part is needed.
 * @returns the deck for swiping, null until loaded.
 */
const useLateParts = (): CardDeckPart | null => {
	const [deck, setDeck] = useState<CardDeckPart | null>(null)
	useEffect(() => {
		reportFirstRender()
		import('#web/ui/card-deck.tsx').then(setDeck).catch(ignore)
		import('./prepare.ts').then(({ prepare }) => prepare()).catch(ignore)
	}, [])
	return deck
}

type Policy = StoredTestSession['policies'][number]

const drawCard = ({ text }: Policy) => <BallotCard text={text} />

interface DeckProps {
	readonly policy: Policy | null
	/** Direction of the previous card: -1 left, 1 right. */
	readonly side: -1 | 1
	readonly swipe: Swipe<0 | 1>
}

const Deck = ({ policy, side, swipe }: DeckProps) => {
	const part = useLateParts()
	return (
		<div aria-live="polite" className="flex flex-1 flex-col">
			{policy && part && <part.CardDeck item={policy} draw={drawCard} side={side} swipe={swipe} />}
			{!(policy && part) && (
				<CardArea>{policy && <div className="flex">{drawCard(policy)}</div>}</CardArea>
			)}
		</div>
	)
}

const KEYS: Keys<0 | 1> = { 1: 0, 2: 1, ArrowLeft: 0, ArrowRight: 1 }

interface TestingProps {
	readonly session: StoredTestSession
	readonly guessing: Guessing
	/** Shown above the card. */
	readonly children: ReactNode
}

export const Question = ({ session, guessing, children }: TestingProps) => {
	const { current, given, last, readable, storing, guess } = guessing
	const section = useRef<HTMLElement>(null)
	const [side, setSide] = useState<-1 | 1>(-1)
	const sides = sidesOf(session.id, [session.candidate1, session.candidate2])

	const pick = async (policyId: string | undefined, to: 0 | 1): Promise<boolean> => {
		if (policyId === undefined) return false
		setSide(to === 0 ? -1 : 1)
		return guess(policyId, sides[to].id)
	}
	const pickCurrent = (to: 0 | 1): void => void pick(current?.policyId, to)
	useShortcutKeys(section, KEYS, pickCurrent)
	useEffect(() => section.current?.focus({ preventScroll: true }), [])
	return (
		<section
			ref={section}
			tabIndex={-1}
			aria-label={test.question}
			aria-busy={storing}
			className="@container flex flex-1 flex-col gap-3"
		>
			<Head session={session} given={given} last={last} />
			{children}
			<Deck
				policy={current}
				side={side}
				swipe={{ answerOf: sideOfSwipe, labelOf: (to) => sides[to].name, onSwipe: pick }}
			/>
			<div className="answer-bar short:relative @max-[17rem]:relative">
				<Choices readable={readable} sides={sides} onPick={pickCurrent} />
				<Footnote begun={session.guesses.length > 0} />
			</div>
		</section>
	)
}
