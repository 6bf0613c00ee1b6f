import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import type { StoredTestSession } from '#device/db.ts'
import { reportFirstRender } from '#web/app/first-render.ts'
import { tests } from '#web/app/knowledge-test.ts'
import { useBlockReload } from '#web/app/reload-block.ts'
import { keeping } from '#web/app/storage.ts'
import { endBlankPage } from '#web/first/first-policy.ts'
import { test } from '#web/texts/en/test.ts'
import { useLive } from '#web/ui/live.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LazyBoundary, Page } from '#web/ui/page.tsx'
import { Question } from './question.tsx'
import { offersResults, phaseOf, type TestSearch } from './session-model.ts'
import { useBegin } from './start.ts'
import { useGuessing } from './use-guessing.ts'

const Demographics = lazy(async () => ({
	default: (await import('./demographics.tsx')).Demographics,
}))
const SeeResults = lazy(async () => ({ default: (await import('./demographics.tsx')).SeeResults }))
const NotBegun = lazy(async () => ({ default: (await import('./not-begun.tsx')).NotBegun }))
const Results = lazy(async () => ({ default: (await import('./results.tsx')).Results }))

/** Delay before the loading state, in ms: reading the device is faster. */
const READ_MS = 300

const Loading = () => {
	const [asking, setAsking] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => {
			setAsking(true)
			endBlankPage()
		}, READ_MS)
		return () => clearTimeout(timer)
	}, [])
	return (
		<div role="status" className="flex flex-1 flex-col">
			{asking && (
				<>
					<span className="sr-only">{test.loading}</span>
					<div className="skeleton min-h-64 flex-1 rounded-box" />
				</>
			)}
		</div>
	)
}

/** Lazy phase of the test with an error notice. Usually preloaded during the policies. */
const Later = ({ children }: { readonly children: ReactNode }) => {
	useEffect(reportFirstRender, [])
	return (
		<LazyBoundary
			loading={<Loading />}
			failed={
				<Notice
					title={test.notLoaded}
					text={keeping.keeps() ? `${test.kept} ${test.notLoadedWhy}` : test.notLoadedWhy}
					tone="error"
					level={1}
				>
					<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
						{test.reload}
					</button>
				</Notice>
			}
		>
			{children}
		</LazyBoundary>
	)
}

/** Redirects to the results' URL, which survives a reload. */
const ToResults = ({ id }: { readonly id: string }) => {
	const navigate = useNavigate()
	useEffect(() => {
		const search = { returnToResults: true, sessionId: id } as const
		navigate({ to: '/test', search, replace: true }).catch(reportError)
	}, [navigate, id])
	return <Loading />
}

const Session = ({ session }: { readonly session: StoredTestSession }) => {
	const [asked, setAsked] = useState(false)
	const guessing = useGuessing(session, asked)
	// Until the results are in the URL, a reload would start another test.
	useBlockReload()
	switch (phaseOf(session, { asked, storing: guessing.storing })) {
		case 'testing':
			return (
				<Question session={session} guessing={guessing}>
					{offersResults(session) && (
						<Later>
							<SeeResults onPress={() => setAsked(true)} />
						</Later>
					)}
				</Question>
			)
		case 'demographics':
			return (
				<Later>
					<Demographics
						sessionId={session.id}
						onBack={guessing.current && (() => setAsked(false))}
					/>
				</Later>
			)
		case 'results':
			return <ToResults id={session.id} />
	}
}

/** Starts again after the session was deleted because its test no longer exists. */
const Gone = ({ onGone }: { readonly onGone: () => void }) => {
	useEffect(onGone, [onGone])
	return <Loading />
}

const Open = ({ id, onRetry }: { readonly id: string; readonly onRetry: () => void }) => {
	const live = useLive(() => tests.find(id), ['test', id], 'visitor')
	if (live.status === 'loading') return <Loading />
	if (live.data === null) return <Gone onGone={onRetry} />
	return <Session key={id} session={live.data} />
}

const Begin = () => {
	const { begun, again } = useBegin()
	switch (begun.status) {
		case 'loading':
			return <Loading />
		case 'open':
			return <Open id={begun.id} onRetry={again} />
		case 'failed':
			return (
				<Later>
					<NotBegun failure={begun.failure} onRetry={again} />
				</Later>
			)
	}
}

const TestScreen = ({ sessionId, summary }: TestSearch) => (
	<Page title={test.title} width="narrow">
		{sessionId === undefined ? (
			<Begin />
		) : (
			<Later>
				<Results key={sessionId} sessionId={sessionId} carried={summary ?? null} />
			</Later>
		)}
	</Page>
)

export const TestPage = () => <TestScreen {...useSearch({ from: '/test' })} />
