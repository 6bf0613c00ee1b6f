import { Link } from '@tanstack/react-router'
import { ChevronDown, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import type { Change } from '#contract/history.ts'
import { common } from '#web/texts/admin/common.ts'
import { history as texts } from '#web/texts/admin/history.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { rereadActive } from '../elections/reread-active.ts'
import { faultText } from '../faults.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'
import { ChangeFields } from './change-fields.tsx'
import { actionText, actorText, nounOf } from './changes.ts'
import { agoText, wholeMoment } from './moments.ts'
import { restoreOf } from './read.ts'

interface ChangeProps {
	readonly change: Change
	/** Hears that the deletion was taken back. */
	readonly onRestored: () => void
}

const useRestoring = ({ change, onRestored }: ChangeProps) => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)
	const noun = nounOf(change)
	const restoring = restoreOf(noun)
	const act = async (): Promise<string | null> => {
		const reply = await restoring?.(change.target)
		if (reply === undefined) return null
		if (!reply.ok) return faultText(reply.error, texts.restoreFailed)
		toast(common.undone(change.name ?? change.target), 'good')
		if (noun === 'election') rereadActive()
		onRestored()
		return null
	}
	return {
		possible: restoring !== undefined && change.restorableUntil !== null,
		busy,
		error,
		restore() {
			run(async () => {
				setError(null)
				setError(await act())
			})
		},
	}
}

const Restore = (props: ChangeProps) => {
	const { possible, busy, error, restore } = useRestoring(props)
	const { name, target, restorableUntil } = props.change
	if (!possible || restorableUntil === null) return null
	return (
		<div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
			<button
				type="button"
				className="btn btn-primary"
				aria-disabled={busy}
				aria-label={busy ? undefined : texts.restoreOf(name ?? target)}
				onClick={restore}
			>
				<RotateCcw aria-hidden="true" className="size-5 shrink-0" />
				<span>{busy ? texts.restoring : texts.restore}</span>
			</button>
			<p className="text-sm text-muted">{texts.until(wholeMoment(restorableUntil))}</p>
			<p role="alert" className="font-medium text-error empty:hidden">
				{error}
			</p>
		</div>
	)
}

const When = ({ at }: Pick<Change, 'at'>) => (
	<p className="text-sm text-muted">
		<time dateTime={at}>{`${agoText(at, Date.now())} · ${wholeMoment(at)}`}</time>
	</p>
)

interface ChangeCardProps extends ChangeProps {
	/** Whether the list is of this record alone. */
	readonly alone: boolean
}

/** A change: who, when, what; and before and after, where they are looked at. */
export const ChangeCard = ({ change, alone, onRestored }: ChangeCardProps) => {
	const id = useId()
	const [open, setOpen] = useState(false)
	const { at, target, name } = change
	const what = actionText(change)
	const called = name ?? target
	return (
		<article
			aria-labelledby={id}
			className="rounded-box border border-base-300 bg-surface px-4 py-3 shadow-paper sm:px-5"
		>
			<h2 id={id} className="font-sans text-base font-normal wrap-anywhere">
				<strong className="font-semibold">{actorText(change)}</strong>
				<span>{` ${what}`}</span>
			</h2>
			<When at={at} />
			<Restore change={change} onRestored={onRestored} />
			<div className="mt-1 -ms-3 flex flex-wrap gap-x-2">
				<button
					type="button"
					className="btn btn-ghost"
					aria-expanded={open}
					aria-label={texts.showOf(what)}
					onClick={() => setOpen(!open)}
				>
					<ChevronDown
						aria-hidden="true"
						className={`size-5 shrink-0 transition-transform ${open ? 'rotate-180' : ''}`}
					/>
					<span>{texts.show}</span>
				</button>
				{!alone && target !== '' && (
					<Link
						to="/admin/history"
						search={{ target }}
						className="btn btn-ghost"
						aria-label={texts.thisRecordOf(called)}
					>
						{texts.thisRecord}
					</Link>
				)}
			</div>
			{open && (
				<div className="mt-2 -mx-3 border-t border-base-300 pt-2">
					<ChangeFields change={change} />
				</div>
			)}
		</article>
	)
}
