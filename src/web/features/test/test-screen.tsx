import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { StoredTestSession } from '#local/db.ts'
import { tests } from '#web/app/tests.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { Demographics, NoTest, Results } from './late.ts'
import { phaseOf } from './phase.ts'
import type { TestSearch } from './search.ts'
import { Testing } from './testing.tsx'
import { START_FAILED, useBegin } from './use-begin.ts'
import { useGuessing } from './use-guessing.ts'

const Loading = () => (
	<div role="status" className="flex flex-1 flex-col">
		<span className="sr-only">Loading the knowledge test</span>
		<div className="skeleton min-h-64 flex-1 rounded-box" />
	</div>
)

const Retry = ({ text, onPress }: { readonly text: string; readonly onPress: () => void }) => (
	<button type="button" className="btn btn-primary" onClick={onPress}>
		{text}
	</button>
)

/** A later phase of the test: it has been loaded behind the policies, or says that it could not be. */
const Later = ({ children }: { readonly children: ReactNode }) => (
	<LatePart
		loading={<Loading />}
		failed={
			<Notice
				title="This part of the test could not be loaded"
				text="Everything you answered is kept on this device. Connect, and load the page again."
				tone="error"
				level={1}
			>
				<Retry text="Reload" onPress={() => location.reload()} />
			</Notice>
		}
	>
		{children}
	</LatePart>
)

/** The toast has said it aloud. */
const Failed = ({ onRetry }: { readonly onRetry: () => void }) => (
	<Notice title={START_FAILED} level={1}>
		<Retry text="Try Again" onPress={onRetry} />
	</Notice>
)

/** No error, but a condition: the first test of a device has to come from somewhere. */
const Offline = ({ onRetry }: { readonly onRetry: () => void }) => (
	<Notice
		title="The knowledge test needs a connection once"
		text="After that one is kept on this device, to be taken anywhere. It loads by itself when the connection returns."
		level={1}
	>
		<Retry text="Retry" onPress={onRetry} />
	</Notice>
)

/** The results have an address of their own, so that they are still there after a reload. */
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
	switch (phaseOf(session, { asked, storing: guessing.storing })) {
		case 'testing':
			return <Testing session={session} guessing={guessing} onResults={() => setAsked(true)} />
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

const Open = ({ id, onRetry }: { readonly id: string; readonly onRetry: () => void }) => {
	const live = useLive(() => tests.find(id), ['test', id], 'visitor')
	if (live.status === 'loading') return <Loading />
	if (live.data === null) return <Failed onRetry={onRetry} />
	if (live.data.policies.length === 0) return <None message="" />
	return <Session key={id} session={live.data} />
}

const None = ({ message }: { readonly message: string }) => (
	<Later>
		<NoTest message={message} />
	</Later>
)

const Begin = () => {
	const { begun, again } = useBegin()
	switch (begun.status) {
		case 'loading':
			return <Loading />
		case 'offline':
			return <Offline onRetry={again} />
		case 'failed':
			return <Failed onRetry={again} />
		case 'none':
			return <None message={begun.message} />
		case 'open':
			return <Open id={begun.id} onRetry={again} />
	}
}

/** The policy knowledge test, for everybody: a session under way, or the results that the address names. */
export const TestScreen = ({ sessionId, summary }: TestSearch) => (
	<Page title="Policy Knowledge Test" width="narrow">
		{sessionId === undefined ? (
			<Begin />
		) : (
			<Later>
				<Results key={sessionId} sessionId={sessionId} carried={summary ?? null} />
			</Later>
		)}
	</Page>
)
