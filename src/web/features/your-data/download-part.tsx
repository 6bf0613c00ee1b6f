import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#http/failure.ts'
import { said } from '#web/texts/language.ts'
import { ui } from '#web/texts/ui.ts'
import { yourData } from '#web/texts/your-data.ts'
import { faultText } from '#web/ui/fault-text.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { downloadData } from './download.ts'

interface Shown {
	/** What is being read. */
	readonly busy: 'all' | 'device' | null
	readonly saved: string | null
	readonly error: string | null
}

const IDLE: Shown = { busy: null, saved: null, error: null }

const run = async (parts: 'all' | 'device'): Promise<Shown> => {
	try {
		const result = await downloadData(parts)
		if (result.ok) return { ...IDLE, saved: yourData.saved(result.value) }
		return { ...IDLE, error: said(failureText(result.error, yourData.downloadFailed)) }
	} catch (fault) {
		reportError(fault)
		const { deviceFailed } = yourData
		return { ...IDLE, error: faultText(fault, deviceFailed, deviceFailed) }
	}
}

/** Takes along everything that is held, or what this device holds where the server is out of reach. */
export const DownloadPart = () => {
	const online = useOnline()
	const [{ busy, saved, error }, setShown] = useState(IDLE)
	const start = (parts: 'all' | 'device'): void => {
		if (busy !== null) return
		setShown({ ...IDLE, busy: parts })
		run(parts).then(setShown, reportError)
	}
	const label = error === null ? yourData.download : ui.retry
	return (
		<div className="mt-6">
			<p className="text-muted">{yourData.downloadWhat}</p>
			<p role="status" className="mt-3 rounded-field bg-base-200 px-4 py-3 empty:hidden">
				{online ? saved : `${yourData.offline} ${saved ?? ''}`}
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-3 flex flex-col gap-3 sm:flex-row">
				{online && (
					<button
						type="button"
						className="btn btn-primary"
						aria-disabled={busy !== null}
						onClick={() => start('all')}
					>
						<Download aria-hidden="true" className="size-5" />
						<span>{busy === 'all' ? yourData.reading : label}</span>
					</button>
				)}
				{(!online || error !== null) && (
					<button
						type="button"
						className="btn"
						aria-disabled={busy !== null}
						onClick={() => start('device')}
					>
						{busy === 'device' ? yourData.reading : yourData.downloadDevice}
					</button>
				)}
			</div>
		</div>
	)
}
