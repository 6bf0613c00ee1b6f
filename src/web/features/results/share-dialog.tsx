import { useState } from 'react'
import type { AttemptResults } from '#device/results.ts'
import { makeReceipt, type Receipt } from '#domain/receipt.ts'
import { formulaOf, saysNothing } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import {
	drawPicture,
	type PassedOn,
	PICTURE_SANS,
	PICTURE_SERIF,
	saveText,
	share,
} from '#web/ui/share.ts'
import { toast } from '#web/ui/toast.ts'
import type { Certainty } from './certainty.tsx'
import { figureText, listText, picksOf, placeText } from './words.ts'

export type SharePart = 'quiz' | 'election' | 'top' | 'certainty' | 'all' | 'address'

const SHARE_PARTS: readonly SharePart[] = ['quiz', 'election', 'top', 'certainty', 'all', 'address']

const topText = ({ attempt, candidates }: AttemptResults): string | null => {
	if (saysNothing(attempt)) return null
	const first = candidates.filter(({ rank }) => rank === 1)
	const [top] = first
	if (top === undefined) return null
	const names = listText(first.map(({ name }) => name))
	return texts.sharedTop(names, first.length > 1, figureText(top.percentage, attempt.quizType))
}

interface Around {
	readonly certainty: string | null
	/** URL of the app, without any results. */
	readonly address: string
}

export interface ShareLine {
	readonly text: string
	/** Percentage drawn as a bar in the picture, or null. */
	readonly percentage: number | null
}

const linesOf = (part: SharePart, results: AttemptResults, around: Around): ShareLine[] => {
	const { attempt, candidates } = results
	const one = (text: string | null): ShareLine[] => (text ? [{ text, percentage: null }] : [])
	switch (part) {
		case 'quiz':
			return one(attempt.quizName)
		case 'election':
			return one(attempt.electionName)
		case 'top':
			return one(topText(results))
		case 'certainty':
			return one(around.certainty)
		case 'all':
			return candidates.map((each) => ({
				text: `${placeText(each, candidates)}: ${figureText(each.percentage, attempt.quizType, picksOf(attempt, each))}`,
				percentage: each.percentage,
			}))
		case 'address':
			return one(around.address)
	}
}

/** Lines of the selected parts. They never contain answers. */
export const shareLines = (
	results: AttemptResults,
	around: Around,
	chosen: ReadonlySet<SharePart>,
): ShareLine[] =>
	SHARE_PARTS.flatMap((part) => (chosen.has(part) ? linesOf(part, results, around) : []))

const LEAST_HEIGHT = 630
const TOP = 110
const LINE = 70
const BAR = 46
const FOOT = 150

const sharePicture = (lines: readonly ShareLine[]): Promise<Blob> => {
	const bars = lines.filter(({ percentage }) => percentage !== null).length
	const height = Math.max(LEAST_HEIGHT, TOP + lines.length * LINE + bars * BAR + FOOT)
	return drawPicture(height, (pen) => {
		let y = TOP
		for (const [index, { text, percentage }] of lines.entries()) {
			const font = index === 0 ? `600 54px ${PICTURE_SERIF}` : `500 40px ${PICTURE_SANS}`
			pen.write(text, y, font, index === 0 ? 'primary' : 'base-content')
			if (percentage !== null) {
				pen.bar(1, y + 20, 'base-300')
				pen.bar(percentage / 100, y + 20, 'primary')
				y += BAR
			}
			y += LINE
		}
		pen.write('Evenhand', height - 60, `600 40px ${PICTURE_SERIF}`, 'secondary')
	})
}

const FILE_NAME = 'evenhand-results.png'

interface TickProps {
	readonly label: string
	readonly on: boolean
	readonly onToggle: () => void
}

const Tick = ({ label, on, onToggle }: TickProps) => (
	<label className="flex min-h-11 cursor-pointer items-center gap-3 wrap-anywhere">
		<input
			type="checkbox"
			className="checkbox checkbox-primary shrink-0 border-edge"
			checked={on}
			onChange={onToggle}
		/>
		<span>{label}</span>
	</label>
)

/** Toasts for shares outside the system's share sheet. */
const DONE: Partial<Readonly<Record<PassedOn, string>>> = {
	copied: texts.copied,
	saved: texts.pictureSaved,
}

const textOf = (lines: readonly ShareLine[]): string => lines.map(({ text }) => text).join('\n')

const useChoice = (results: AttemptResults, certainty: Certainty | null) => {
	const [chosen, setChosen] = useState<ReadonlySet<SharePart>>(new Set(['quiz']))
	const [withPicture, setWithPicture] = useState(false)
	const finding = certainty?.finding ?? null
	const lines = shareLines(results, { certainty: finding, address: location.origin }, chosen)
	const toggle = (part: SharePart): void => {
		const next = new Set(chosen)
		if (!next.delete(part)) next.add(part)
		setChosen(next)
	}
	const silent: Partial<Readonly<Record<SharePart, boolean>>> = {
		certainty: finding === null,
		top: saysNothing(results.attempt),
	}
	const parts = SHARE_PARTS.filter((part) => !silent[part])
	return { chosen, toggle, parts, lines, withPicture, setWithPicture }
}

/** Shares the selection. Fails as a whole if the picture fails: the user did not choose text only. */
const send = ({ lines, withPicture }: ReturnType<typeof useChoice>): Promise<PassedOn> => {
	const draw = async () => new File([await sharePicture(lines)], FILE_NAME, { type: 'image/png' })
	return share({ title: 'Evenhand', text: textOf(lines), picture: withPicture ? draw : null })
}

interface ShareDialogProps {
	readonly results: AttemptResults
	readonly certainty: Certainty | null
	readonly onClose: () => void
}

/** Dialog that shares only ticked parts, with a preview, and never in a URL. */
export const ShareDialog = ({ results, certainty, onClose }: ShareDialogProps) => {
	const choice = useChoice(results, certainty)
	const [busy, setBusy] = useState(false)
	const [failed, setFailed] = useState(false)
	const press = async (): Promise<void> => {
		setBusy(true)
		setFailed(false)
		try {
			const done = await send(choice)
			setFailed(done === 'failed')
			if (done === 'failed' || done === 'cancelled') return
			const said = done === 'copied' && choice.withPicture ? texts.pictureAndText : DONE[done]
			if (said) toast(said, 'good')
			onClose()
		} catch (error) {
			reportError(error)
			setFailed(true)
		} finally {
			setBusy(false)
		}
	}
	const { parts, chosen, toggle, lines, withPicture, setWithPicture } = choice
	return (
		<Dialog title={texts.shareYours} onClose={onClose}>
			<p className="mt-2 text-sm text-muted">{texts.onlyTicked}</p>
			<fieldset className="mt-3">
				<legend className="sr-only">{texts.whatToShare}</legend>
				{parts.map((part) => (
					<Tick
						key={part}
						label={texts.parts[part]}
						on={chosen.has(part)}
						onToggle={() => toggle(part)}
					/>
				))}
				<Tick
					label={texts.picture}
					on={withPicture}
					onToggle={() => setWithPicture(!withPicture)}
				/>
			</fieldset>
			<section aria-label={texts.willBeShared} className="mt-3 rounded-field bg-base-200 px-4 py-3">
				<p className="text-sm whitespace-pre-line break-words">
					{lines.length > 0 ? textOf(lines) : texts.nothingTicked}
				</p>
			</section>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{failed && texts.shareFailed}
			</p>
			<div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
				<button type="button" className="btn" onClick={onClose}>
					{texts.cancel}
				</button>
				<button
					type="button"
					className="btn btn-primary"
					disabled={busy || lines.length === 0}
					onClick={() => void press()}
				>
					{texts.share}
				</button>
			</div>
		</Dialog>
	)
}

/** Receipt of the results; null if data needed to reproduce them is missing. */
export const receiptOf = ({ attempt, candidates, estimated }: AttemptResults): Receipt | null =>
	makeReceipt({
		formula: formulaOf(attempt),
		quiz: {
			id: attempt.compareQuizId,
			name: attempt.quizName,
			type: attempt.quizType,
			election: { id: attempt.electionId, name: attempt.electionName },
		},
		seed: attempt.seed,
		status: estimated ? 'estimated' : 'confirmed',
		// Fallback for servers without a completion date.
		completedAt: attempt.completedAt ?? new Date().toISOString(),
		statements: attempt.statements,
		candidates,
	})

export const saveReceipt = (receipt: Receipt): void =>
	saveText(
		`evenhand-receipt-${receipt.date}.json`,
		`${JSON.stringify(receipt, null, '\t')}\n`,
		'application/json',
	)
