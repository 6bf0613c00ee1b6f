import { useState } from 'react'
import { useLacking } from '#web/app/capabilities.ts'
import { local } from '#web/app/local.ts'
import { yourData } from '#web/texts/en/your-data.ts'
import { useLive } from '#web/ui/live.ts'
import { Page } from '#web/ui/page.tsx'
import { useRefresh } from '#web/ui/refresh.ts'
import { DownloadPart } from './download.tsx'
import { EraseDialog, RemoveDialog } from './erase-dialog.tsx'

const Held = () => {
	const places = [
		[yourData.onServer, yourData.onServerWhat],
		[yourData.onDevice, yourData.onDeviceWhat],
		[yourData.tests, yourData.testsWhat],
	] as const
	return (
		<dl className="mt-3 grid gap-3">
			{places.map(([place, what]) => (
				<div key={place}>
					<dt className="font-semibold">{place}</dt>
					<dd className="text-muted">{what}</dd>
				</div>
			))}
		</dl>
	)
}

interface ChoiceProps {
	readonly what: string
	readonly label: string
	readonly look: string
	readonly onChoose: () => void
}

const Choice = ({ what, label, look, onChoose }: ChoiceProps) => (
	<div className="border-t border-base-300 py-5">
		<p className="text-muted">{what}</p>
		<button type="button" className={`btn mt-3 w-full sm:w-auto ${look}`} onClick={onChoose}>
			{label}
		</button>
	</div>
)

interface YourDataProps {
	/** Heading level: 1 if it is the whole page. */
	readonly level?: 1 | 2
}

const YourData = ({ level = 2 }: YourDataProps) => {
	const [asking, setAsking] = useState<'erase' | 'remove' | null>(null)
	// Include attempts from other devices. If this fails, the device's own counts remain.
	useRefresh('your-data', local.attempts.refreshHistory)
	const held = useLive(() => local.yourData.count(), ['held']).data ?? null
	const lacking = useLacking('your-data')
	const close = (): void => setAsking(null)
	const Heading = level === 1 ? 'h1' : 'h2'
	return (
		<section aria-labelledby="your-data">
			<Heading id="your-data" className={`font-semibold ${level === 1 ? 'text-3xl' : 'text-2xl'}`}>
				{yourData.title}
			</Heading>
			<DownloadPart />
			<div className="mt-8">
				<Choice
					what={yourData.removeWhat}
					label={yourData.remove}
					look=""
					onChoose={() => setAsking('remove')}
				/>
				{!lacking && (
					<Choice
						what={yourData.eraseWhat}
						label={yourData.erase}
						look="btn-outline btn-error"
						onChoose={() => setAsking('erase')}
					/>
				)}
			</div>
			<p className="mt-8">{yourData.intro}</p>
			<Held />
			{asking === 'erase' && <EraseDialog held={held} onClose={close} />}
			{asking === 'remove' && <RemoveDialog held={held} onClose={close} />}
		</section>
	)
}

export const YourDataScreen = () => (
	<Page title={yourData.title} width="narrow">
		<YourData level={1} />
	</Page>
)
