import { Link, useBlocker, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttemptResults } from '#device/results.ts'
import {
	RESULTS_REDIRECT_MS,
	RESULTS_RETRIES,
	RESULTS_RETRY_MS,
	RESULTS_TIMEOUT_MS,
} from '#domain/limits.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { local } from '#web/app/local.ts'
import type { ResultsSearch } from '#web/app/search.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { sideBySide } from '#web/texts/en/side-by-side.ts'
import { useAttemptAddress, useWhileHere } from '#web/ui/address.ts'
import { failureDetail, isUnknown } from '#web/ui/failure.tsx'
import { useAfter, useEvent } from '#web/ui/hooks.ts'
import { useLive } from '#web/ui/live.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useRefresh } from '#web/ui/refresh.ts'
import { Estimated, Gap, ResultsView } from './results-view.tsx'
import { canCompare, SideBySide } from './side-by-side.tsx'

/**
 * Redirects the browser's "back" to the elections instead of the answered questions.
 * @returns a getter that is true after "back", while this page is still mounted and must not navigate.
 */
const useBackToElections = (): (() => boolean) => {
	const router = useRouter()
	const leaving = useRef(false)
	const gone = useRef<AbortController | null>(null)
	useEffect(() => {
		const controller = new AbortController()
		gone.current = controller
		return () => controller.abort()
	}, [])
	useBlocker({
		enableBeforeUnload: false,
		shouldBlockFn: ({ action, current }) => {
			// A second "back" before the elections render goes further back, unblocked. The view was opened from the results.
			const { search } = current
			const isPart = 'view' in search && search.view === 'side-by-side'
			if (action !== 'BACK' || leaving.current || isPart) return false
			leaving.current = true
			const { __TSR_key: own } = router.history.location.state
			// The router undoes a blocked "back" by going forward. Wait for that, then replace this page's own entry.
			const go = (event: PopStateEvent): void => {
				if (event.state?.__TSR_key !== own) return
				gone.current?.abort()
				router.navigate({ to: '/elections', replace: true, ignoreBlocker: true }).catch(reportError)
			}
			addEventListener('popstate', go, { ...(gone.current && { signal: gone.current.signal }) })
			return true
		},
	})
	return useCallback(() => leaving.current, [])
}

/** @returns true if the attempt is completed now, or unknown to the server. */
const completeIfNeeded = async (attemptId: string): Promise<boolean> => {
	if ((await local.attempts.find(attemptId)) === null) {
		const read = await local.attempts.refresh(attemptId)
		// After a network or server error, the attempt may still need completion.
		const refused = !read.ok && read.error.kind === 'problem' && read.error.status < 500
		if (!read.ok && !refused) return false
	}
	const attempt = await local.attempts.find(attemptId)
	if (attempt === null || attempt.status === 'COMPLETED') return true
	return (await local.quiz.complete(attempt.id)).ok
}

/**
 * Completes the attempt after the last answer if necessary. @param onSettled removes the flag from the URL.
 * @returns true if completing failed.
 */
const useFreshCompletion = (attemptId: string, fresh: boolean, onSettled: () => void): boolean => {
	const [failed, setFailed] = useState(false)
	const settled = useEvent(onSettled)
	useEffect(() => {
		if (!fresh) return
		completeIfNeeded(attemptId).then(
			(completed) => {
				setFailed(!completed)
				if (completed) settled()
			},
			(fault: unknown) => {
				reportError(fault)
				setFailed(true)
			},
		)
	}, [attemptId, fresh, settled])
	return failed
}

export type ResultsState =
	| { readonly kind: 'reading' }
	| { readonly kind: 'loading' }
	| { readonly kind: 'slow' }
	| { readonly kind: 'failed'; readonly failure: Failure }
	| { readonly kind: 'empty' }
	| { readonly kind: 'ready'; readonly results: AttemptResults; readonly gap: string | null }

const readResults = async (attemptId: string): Promise<AttemptResults | null> => {
	const found = await local.results.of(attemptId)
	if (found === null) return null
	return {
		...found,
		candidates: found.candidates.map((each) => ({ ...each, name: each.name || texts.candidate })),
	}
}

/** Error text for missing or unconfirmed data; null if offline or complete. */
const gapIn = (results: AttemptResults, failure: Failure | null): string | null => {
	if (failure === null || isOffline(failure)) return null
	if (results.faceless) return texts.facesFailed
	return results.estimated ? texts.notConfirmed : null
}

/**
 * Reads results from the device at once, and from the server once all answers are sent.
 * @param held delays the request while the attempt is being completed.
 */
const useResults = (attemptId: string, held: boolean) => {
	const [tries, setTries] = useState(0)
	const [round, setRound] = useState(0)
	const live = useLive(
		async () => ({
			results: await readResults(attemptId),
			allSent: (await local.attempts.unsent(attemptId)) === 0,
		}),
		[attemptId],
	)
	const allSent = live.data?.allSent ?? true
	const refresh = useRefresh(
		`${attemptId}/${allSent}/${tries}/${round}`,
		held || live.status === 'loading' ? null : () => local.results.refresh(attemptId),
	)
	const results = live.data?.results ?? null
	const found = results !== null && results.candidates.length > 0
	const asked = !held && live.status === 'ready' && !refresh.refreshing && refresh.failure === null
	const missing = asked && !found

	const askAgain = useAfter(missing && tries < RESULTS_RETRIES, RESULTS_RETRY_MS, tries)
	useEffect(() => {
		if (askAgain) setTries((before) => before + 1)
	}, [askAgain])
	const loading = !found && refresh.failure === null && !(missing && tries >= RESULTS_RETRIES)
	const slow = useAfter(loading, RESULTS_TIMEOUT_MS, round)

	const stateOf = (): ResultsState => {
		if (live.status === 'loading') return { kind: 'reading' }
		if (results !== null && found)
			return { kind: 'ready', results, gap: gapIn(results, refresh.failure) }
		if (refresh.failure) return { kind: 'failed', failure: refresh.failure }
		if (!loading) return { kind: 'empty' }
		return { kind: slow ? 'slow' : 'loading' }
	}
	const retry = (): void => {
		setTries(0)
		setRound((before) => before + 1)
	}
	return { state: stateOf(), retry }
}

const ToElections = () => (
	<Link to="/elections" replace className="btn">
		{texts.backToElections}
	</Link>
)

interface ProblemProps {
	readonly text: string
	readonly detail?: string
	/** Null links to My Activity instead, if a retry would not help. */
	readonly onRetry: (() => void) | null
}

const Problem = ({ text, detail = '', onRetry }: ProblemProps) => (
	<Notice title={text} text={detail} tone="error" level={1}>
		{onRetry === null ? (
			<Link to="/activity" className="btn btn-primary">
				{texts.myActivity}
			</Link>
		) : (
			<button type="button" className="btn btn-primary" onClick={onRetry}>
				{texts.retry}
			</button>
		)}
		<ToElections />
	</Notice>
)

const Empty = () => {
	const navigate = useWhileHere(useNavigate())
	useEffect(() => {
		const timer = setTimeout(() => {
			navigate({ to: '/activity', replace: true }).catch(reportError)
		}, RESULTS_REDIRECT_MS)
		return () => clearTimeout(timer)
	}, [navigate])
	return <Notice title={texts.none} level={1} />
}

interface PageProps {
	readonly attemptId: string
	readonly fresh: boolean
	/** Part of the results that is shown alone. */
	readonly view: ResultsSearch['view'] | null
	readonly onCompleted: () => void
}

interface ResultsProps extends PageProps {
	readonly onSettled: (serverId: string) => void
}

/** Focuses the content when the view opens or closes, like a new page. @returns closes the view. */
const useViewChange = (view: PageProps['view']): (() => void) => {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	const shown = useRef(view)
	useEffect(() => {
		if (shown.current !== view) document.getElementById('main')?.focus({ preventScroll: true })
		shown.current = view
	}, [view])
	return () => {
		if (canGoBack) router.history.back()
		else
			router
				.navigate({
					to: '.',
					search: ({ view: _, ...search }: ResultsSearch) => search,
					replace: true,
				})
				.catch(reportError)
	}
}

interface WholeProps {
	readonly state: ResultsState
	readonly onRetry: () => void
}

/** The results as far as they are known. */
const Whole = ({ state, onRetry }: WholeProps) => {
	switch (state.kind) {
		case 'reading':
			return null
		case 'loading':
			return <Skeletons label={texts.loading} />
		case 'slow':
			return <Problem text={texts.slow} onRetry={onRetry} />
		case 'failed':
			return (
				<Problem
					text={texts.failed}
					detail={failureDetail(state.failure)}
					onRetry={isUnknown(state.failure) ? null : onRetry}
				/>
			)
		case 'empty':
			return <Empty />
		case 'ready':
			return <ResultsView results={state.results} gap={state.gap} onRetry={onRetry} />
	}
}

const Results = ({ attemptId, fresh, view, onCompleted, onSettled }: ResultsProps) => {
	const isLeaving = useBackToElections()
	const failed = useFreshCompletion(attemptId, fresh, () => {
		if (!isLeaving()) onCompleted()
	})
	const close = useViewChange(view)
	const { state, retry } = useResults(attemptId, fresh)
	const serverId = state.kind === 'ready' ? state.results.attempt.serverId : null
	useEffect(() => {
		if (serverId !== null && !isLeaving()) onSettled(serverId)
	}, [serverId, isLeaving, onSettled])
	if (failed) {
		return (
			<Page title={texts.title} width="narrow">
				<Problem text={texts.completeFailed} onRetry={() => location.reload()} />
			</Page>
		)
	}
	if (view !== null && state.kind === 'ready' && canCompare(state.results)) {
		return (
			<Page title={sideBySide.title}>
				<SideBySide results={state.results} onClose={close}>
					<Estimated results={state.results} />
					{state.gap && <Gap text={state.gap} onRetry={retry} />}
				</SideBySide>
			</Page>
		)
	}
	return (
		<Page title={texts.title} width="narrow">
			<Whole state={state} onRetry={retry} />
		</Page>
	)
}

interface ByAddressProps extends PageProps {
	readonly onRename: (serverId: string) => Promise<void>
}

const ByAddress = ({ attemptId, onRename, ...props }: ByAddressProps) => {
	const { id, settle } = useAttemptAddress(attemptId, onRename)
	return <Results key={id} attemptId={id} onSettled={settle} {...props} />
}

interface ResultsScreenProps extends Omit<ByAddressProps, 'attemptId'> {
	readonly attemptId: string | null
}

export const ResultsScreen = ({ attemptId, ...props }: ResultsScreenProps) =>
	attemptId === null ? (
		<Page title={texts.title} width="narrow">
			<Problem text={texts.noId} onRetry={null} />
		</Page>
	) : (
		<ByAddress attemptId={attemptId} {...props} />
	)
