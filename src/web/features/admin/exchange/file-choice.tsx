import { Upload, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { exchange as texts } from '#web/texts/admin/exchange.ts'
import { sizeText } from '#web/ui/sizes.ts'
import type { Importing } from './use-import.ts'

const TYPES = '.json,.csv,application/json,text/csv'

interface FileChoiceProps {
	readonly importing: Importing
}

const ChosenFiles = ({ importing: { files, busy, takeOut, clear } }: FileChoiceProps) => (
	<section className="mt-4">
		<h3 className="font-semibold">{texts.chosen}</h3>
		<ul className="mt-1">
			{files.map(({ name, bytes }) => (
				<li key={name} className="flex items-center gap-2">
					<span className="min-w-0 flex-1 wrap-anywhere">{texts.size(name, sizeText(bytes))}</span>
					<button
						type="button"
						aria-label={texts.takeOut(name)}
						aria-disabled={busy}
						className="btn btn-ghost btn-square"
						onClick={() => {
							if (!busy) takeOut(name)
						}}
					>
						<X aria-hidden="true" className="size-5" />
					</button>
				</li>
			))}
		</ul>
		{files.length > 1 && (
			<button
				type="button"
				className="btn btn-ghost"
				aria-disabled={busy}
				onClick={() => {
					if (!busy) clear()
				}}
			>
				{texts.clear}
			</button>
		)}
	</section>
)

/** Where files are chosen or dropped, and which ones are. */
export const FileChoice = ({ importing }: FileChoiceProps) => {
	const { files, problems, busy, add } = importing
	const input = useRef<HTMLInputElement>(null)
	const [over, setOver] = useState(false)
	const hover = (event: DragEvent): void => {
		event.preventDefault()
		setOver(true)
	}
	const drop = (event: DragEvent): void => {
		event.preventDefault()
		setOver(false)
		if (!busy) add([...event.dataTransfer.files])
	}
	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is for everybody. */}
			<div
				className={`mt-4 flex flex-wrap items-center justify-center gap-3 rounded-box border-2 border-dashed px-4 py-8 text-center ${over ? 'border-primary bg-primary/10' : 'border-edge bg-base-100'}`}
				onDragEnter={hover}
				onDragOver={hover}
				onDragLeave={() => setOver(false)}
				onDrop={drop}
			>
				<input
					ref={input}
					type="file"
					multiple
					accept={TYPES}
					tabIndex={-1}
					aria-label={texts.choose}
					className="hidden"
					onChange={({ target }) => {
						add([...(target.files ?? [])])
						// The same file may be chosen again after it was corrected.
						target.value = ''
					}}
				/>
				<button
					type="button"
					className={`btn ${files.length === 0 ? 'btn-primary' : ''}`}
					aria-disabled={busy}
					onClick={() => {
						if (!busy) input.current?.click()
					}}
				>
					<Upload aria-hidden="true" className="size-5" />
					<span>{files.length === 0 ? texts.choose : texts.add}</span>
				</button>
				<span className="text-muted max-sm:hidden">{texts.drop}</span>
			</div>
			{problems.length > 0 && (
				<div
					role="alert"
					className="mt-3 rounded-field border border-error bg-error/10 px-4 py-3 font-medium text-error"
				>
					{problems.map((problem) => (
						<p key={problem} className="wrap-anywhere">
							{problem}
						</p>
					))}
				</div>
			)}
			{files.length > 0 && <ChosenFiles importing={importing} />}
		</>
	)
}
