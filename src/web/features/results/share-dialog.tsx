import { useState } from 'react'
import { saysNothing } from '#domain/score.ts'
import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type PassedOn, passOn } from '#web/ui/pass-on.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { SHARE_PARTS, type ShareLine, type SharePart, shareLines } from './share-content.ts'
import { sharePicture } from './share-picture.ts'
import { useFirmness } from './use-firmness.ts'

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

/** What is said of a share that did not go through the system's sheet, and has gone somewhere else. */
const DONE: Partial<Readonly<Record<PassedOn, string>>> = {
	copied: texts.copied,
	saved: texts.pictureSaved,
}

const textOf = (lines: readonly ShareLine[]): string => lines.map(({ text }) => text).join('\n')

/** What is ticked, and the lines that it comes to. */
const useChoice = (results: AttemptResults) => {
	const [chosen, setChosen] = useState<ReadonlySet<SharePart>>(new Set(['quiz']))
	const [withPicture, setWithPicture] = useState(false)
	const firmness = useFirmness(results)?.finding ?? null
	const lines = shareLines(results, { firmness, address: location.origin }, chosen)
	const toggle = (part: SharePart): void => {
		const next = new Set(chosen)
		if (!next.delete(part)) next.add(part)
		setChosen(next)
	}
	const silent: Partial<Readonly<Record<SharePart, boolean>>> = {
		firmness: firmness === null,
		top: saysNothing(results.attempt),
	}
	const parts = SHARE_PARTS.filter((part) => !silent[part])
	return { chosen, toggle, parts, lines, withPicture, setWithPicture }
}

/** Passes on what was chosen. A picture that cannot be drawn fails as a whole: the text alone was not asked for. */
const send = ({ lines, withPicture }: ReturnType<typeof useChoice>): Promise<PassedOn> => {
	const draw = async () => new File([await sharePicture(lines)], FILE_NAME, { type: 'image/png' })
	return passOn({ title: 'Evenhand', text: textOf(lines), picture: withPicture ? draw : null })
}

interface ShareDialogProps {
	readonly results: AttemptResults
	readonly onClose: () => void
}

/** Shares results: only what the voter ticks, shown beforehand as it will be, and never in an address. */
export const ShareDialog = ({ results, onClose }: ShareDialogProps) => {
	const choice = useChoice(results)
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
