import { Upload, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { SOURCE_MAX_BYTES } from '#domain/extraction-limits.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { sizeText } from '#web/ui/sizes.ts'
import { FILE_TYPES, readSourceFile, type SourceFile } from './source-input.ts'

const texts = extraction.source

interface FileInputProps {
	readonly file: SourceFile | null
	readonly error: string | undefined
	readonly onFile: (file: SourceFile | null) => void
}

/** A file that is chosen or dropped. */
export const FileInput = ({ file, error, onFile }: FileInputProps) => {
	const id = useId()
	const input = useRef<HTMLInputElement>(null)
	const [over, setOver] = useState(false)
	const [refused, setRefused] = useState<string | null>(null)
	const take = async ([given]: readonly File[]): Promise<void> => {
		if (!given) return
		const read = await readSourceFile(given)
		setRefused(typeof read === 'string' ? read : null)
		if (typeof read !== 'string') onFile(read)
	}
	const hover = (event: DragEvent): void => {
		event.preventDefault()
		setOver(true)
	}
	const drop = (event: DragEvent): void => {
		event.preventDefault()
		setOver(false)
		take([...event.dataTransfer.files]).catch(reportError)
	}
	const lost = file?.base64 === null ? texts.fileLost(file.name) : null
	const said = refused ?? lost ?? error
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is for everybody.
		<div
			className={`mt-5 rounded-box border-2 border-dashed px-4 py-8 text-center ${over ? 'border-primary bg-primary/10' : 'border-edge bg-base-100'}`}
			onDragEnter={hover}
			onDragOver={hover}
			onDragLeave={() => setOver(false)}
			onDrop={drop}
		>
			<input
				ref={input}
				type="file"
				accept={FILE_TYPES.join(',')}
				tabIndex={-1}
				aria-label={texts.file}
				className="hidden"
				onChange={({ target }) => {
					const given = [...(target.files ?? [])]
					// The same file may be chosen again after it was corrected.
					target.value = ''
					take(given).catch(reportError)
				}}
			/>
			<div className="flex flex-wrap items-center justify-center gap-3">
				<button
					type="button"
					className="btn"
					aria-describedby={`${id}-error ${id}-hint`}
					onClick={() => input.current?.click()}
				>
					<Upload aria-hidden="true" className="size-5" />
					<span>{file?.base64 ? texts.chooseOther : texts.choose}</span>
				</button>
				<span className="text-muted max-sm:hidden">{texts.drop}</span>
			</div>
			{file?.base64 && (
				<p className="mt-4 flex flex-wrap items-center justify-center gap-2 font-medium">
					<span className="min-w-0 wrap-anywhere">{`${file.name} (${sizeText(file.bytes)})`}</span>
					<button
						type="button"
						aria-label={`${texts.remove}: ${file.name}`}
						className="grid size-12 place-items-center rounded-field text-muted hover:bg-base-200"
						onClick={() => onFile(null)}
					>
						<X aria-hidden="true" className="size-5" />
					</button>
				</p>
			)}
			<p id={`${id}-hint`} className="mt-3 text-sm text-muted">
				{texts.fileHint(sizeText(SOURCE_MAX_BYTES))}
			</p>
			<p id={`${id}-error`} role="alert" className="mt-2 font-medium text-error empty:hidden">
				{said}
			</p>
		</div>
	)
}
