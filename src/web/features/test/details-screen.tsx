import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { TestSummary } from '#domain/knowledge-test.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { useWhileHere } from '#web/ui/address.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import { AboutLink } from './about-link.tsx'
import { type KnownOutcome, useOutcome } from './results.tsx'
import { type Detail, detailsOf, detailsOfResults, figuresOf, summaryOf } from './results-model.ts'
import type { TestSearch } from './session-model.ts'

const Card = ({ detail }: { readonly detail: Detail }) => (
	<li className="rounded-box border border-base-300 bg-surface p-5 wrap-anywhere shadow-paper">
		<p lang={contentLanguage} className="font-serif text-lg leading-snug">
			{detail.text}
		</p>
		<p className="mt-3 text-sm">
			<span className="text-muted">{testEnd.yourAnswer}</span>
			<span>{` ${detail.guessed ?? testEnd.unknown}`}</span>
		</p>
		{!detail.correct && (
			<p className="text-sm font-semibold">
				<span className="font-medium text-muted">{testEnd.correctAnswer}</span>
				<span>{` ${detail.owner ?? testEnd.unknown}`}</span>
			</p>
		)}
	</li>
)

const Part = ({
	title,
	details,
}: {
	readonly title: string
	readonly details: readonly Detail[]
}) => {
	const [open, setOpen] = useState(true)
	const id = useId()
	return (
		<section className="mt-6">
			<div className="flex flex-wrap items-center gap-3">
				<h2 id={id} className="flex-1 text-xl font-semibold">
					{`${title} (${details.length})`}
				</h2>
				<button
					type="button"
					className="btn btn-ghost"
					aria-expanded={open}
					aria-describedby={id}
					onClick={() => setOpen(!open)}
				>
					{open ? testEnd.hide : testEnd.show}
				</button>
			</div>
			{open && (
				<ul className="mt-2 grid gap-3">
					{details.map((detail) => (
						<Card key={detail.key} detail={detail} />
					))}
				</ul>
			)}
		</section>
	)
}

interface Known {
	readonly details: readonly Detail[] | null
	readonly summary: TestSummary | null
	readonly estimated: boolean
}

const knownOf = ({ session, waiting, elsewhere }: KnownOutcome): Known => {
	if (!session) {
		const details = elsewhere && detailsOfResults(elsewhere)
		return { details, summary: elsewhere?.summary ?? null, estimated: false }
	}
	const figures = figuresOf(session, waiting)
	const summary = summaryOf(figures)
	const details = detailsOf(session, waiting)
	return { details, summary, estimated: figures.state !== 'confirmed' }
}

interface BodyProps extends Pick<Known, 'details' | 'estimated'> {
	readonly waiting: boolean
}

const Body = ({ details, estimated, waiting }: BodyProps) => {
	if (details === null) {
		return waiting ? (
			<Notice title={testEnd.waiting} text={testEnd.fillIn} />
		) : (
			<p role="status">{testEnd.loadingDetailed}</p>
		)
	}
	return (
		<>
			{estimated && (
				<p className="mt-2">
					<span className="badge border-base-300 bg-base-200">{testEnd.estimated}</span>
				</p>
			)}
			<Part title={testEnd.missed} details={details.filter(({ correct }) => !correct)} />
			<Part title={testEnd.correctAnswers} details={details.filter(({ correct }) => correct)} />
		</>
	)
}

const backSearch = (sessionId: string, summary: TestSummary | null): TestSearch => ({
	returnToResults: true,
	sessionId,
	...(summary && { summary: JSON.stringify(summary) }),
})

const useWayBack = (failed: boolean, search: TestSearch): void => {
	const navigate = useWhileHere(useNavigate())
	const latest = useRef(search)
	useEffect(() => {
		latest.current = search
	})
	useEffect(() => {
		if (!failed) return
		toast(testEnd.detailedFailed)
		navigate({ to: '/test', search: latest.current, replace: true }).catch(reportError)
	}, [failed, navigate])
}

export const DetailsScreen = ({ sessionId }: { readonly sessionId: string }) => {
	const outcome = useOutcome(sessionId)
	const { details, summary, estimated } = knownOf(outcome)
	const search = backSearch(sessionId, summary)
	const failed = details === null && outcome.refresh.failure !== null
	useWayBack(failed, outcome.session ? search : {})
	return (
		<Page title={testEnd.detailed} width="narrow">
			<p>
				<Link to="/test" search={search} className="btn btn-ghost -ms-3">
					<span aria-hidden="true" className="inline-block rtl:-scale-x-100">
						←
					</span>{' '}
					{testEnd.back}
				</Link>
			</p>
			<h1 className="text-3xl font-semibold">{testEnd.detailed}</h1>
			<Body details={details} estimated={estimated} waiting={outcome.waiting} />
			{/* Not before the details, which would move it. */}
			{details && <AboutLink />}
		</Page>
	)
}
