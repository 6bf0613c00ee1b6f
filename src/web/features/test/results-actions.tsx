import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { OutboxEntry, StoredTestSession } from '#device/db.ts'
import type { TestSummary } from '#domain/knowledge-test.ts'
import { visitorOutbox } from '#web/app/knowledge-test-end.ts'
import { useBlockReload } from '#web/app/reload-block.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { useDraft } from '#web/ui/draft.ts'
import { RejectedList } from '#web/ui/rejected-entries.tsx'
import { drawPicture, type PassedOn, PICTURE_SANS, PICTURE_SERIF, share } from '#web/ui/share.ts'
import { toast } from '#web/ui/toast.ts'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { figureTexts, testRefusals } from './results-model.ts'

const HEIGHT = 630

/** Draws a result as a picture, on the device. Contains figures only. */
export const sharePicture = (summary: TestSummary): Promise<Blob> => {
	const { totals, accuracy } = figureTexts(summary)
	return drawPicture(HEIGHT, (pen) => {
		pen.write(testEnd.shareTitle, 140, `600 44px ${PICTURE_SANS}`, 'secondary')
		pen.write(accuracy, 300, `600 150px ${PICTURE_SERIF}`, 'primary')
		pen.write(testEnd.matched(totals), 390, `500 50px ${PICTURE_SERIF}`, 'base-content')
		pen.bar(1, 440, 'base-300')
		pen.bar(summary.accuracyPercentage / 100, 440, 'primary')
		pen.write('Evenhand', 560, `600 40px ${PICTURE_SERIF}`, 'base-content')
	})
}

/** Result as text to share: figures and the test's URL. */
export const shareText = (summary: TestSummary, address: string): string => {
	const { totals, accuracy } = figureTexts(summary)
	return testEnd.shareText(totals, accuracy, address)
}

const FILE_NAME = 'evenhand-knowledge-test.png'

const shareTestResult = (summary: TestSummary): Promise<PassedOn> => {
	const text = shareText(summary, `${location.origin}/test`)
	const picture = async () =>
		new File([await sharePicture(summary)], FILE_NAME, { type: 'image/png' })
	return share({ title: testEnd.shareTitle, text, picture })
}

const OUTLINE = 'btn btn-outline text-base'

const ShareButton = ({ summary }: { readonly summary: TestSummary }) => {
	const [busy, setBusy] = useState(false)
	const press = async (): Promise<void> => {
		setBusy(true)
		try {
			const done = await shareTestResult(summary)
			if (done === 'copied') toast(testEnd.pictureAndText, 'good')
			if (done === 'saved') toast(testEnd.picture, 'good')
		} catch (error) {
			reportError(error)
			toast(testEnd.shareFailed)
		} finally {
			setBusy(false)
		}
	}
	return (
		<button type="button" className={OUTLINE} disabled={busy} onClick={() => void press()}>
			{testEnd.share}
		</button>
	)
}

interface ResultsActionsProps {
	readonly sessionId: string
	readonly summary: TestSummary | null
	/** The session is stored on this device, which feedback requires. */
	readonly known: boolean
}

export const ResultsActions = ({ sessionId, summary, known }: ResultsActionsProps) => {
	const [telling, setTelling] = useState(false)
	const [draft, setDraft] = useDraft(`feedback.${sessionId}`)
	useBlockReload(draft.trim() !== '')
	return (
		<div className="mt-7 grid gap-3 sm:grid-cols-2">
			<Link to="/test/results/$sessionId" params={{ sessionId }} className={OUTLINE}>
				{testEnd.viewDetails}
			</Link>
			{known && (
				<button type="button" className={OUTLINE} onClick={() => setTelling(true)}>
					{testEnd.giveFeedback}
				</button>
			)}
			{summary && <ShareButton summary={summary} />}
			<Link to="/test" search={{}} activeOptions={{ exact: true }} className={OUTLINE}>
				{testEnd.takeAgain}
			</Link>
			{telling && (
				<FeedbackDialog
					sessionId={sessionId}
					draft={draft}
					onDraft={setDraft}
					onClose={() => setTelling(false)}
				/>
			)}
		</div>
	)
}

export interface RefusedProps {
	readonly session: StoredTestSession
	readonly entries: readonly OutboxEntry[]
	/** Called after the last entry is removed, together with the focused element. */
	readonly onEmpty: () => void
}

/** Refused commands of a test with their actions. Works without a signed-in user. */
export const Refused = ({ session, entries, onEmpty }: RefusedProps) => {
	const outbox = useMemo(() => visitorOutbox(session.id), [session.id])
	return (
		<>
			<p role="alert" className="sr-only">
				{entries.length > 0 && testEnd.refused}
			</p>
			<RejectedList
				level={2}
				rows={testRefusals(session, entries)}
				outbox={outbox}
				onEmpty={onEmpty}
			/>
		</>
	)
}
