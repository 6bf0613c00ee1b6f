import { Upload, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import {
	SOURCE_KINDS,
	SOURCE_MAX_BYTES,
	SOURCE_MIN_WORDS,
	type SourceKind,
} from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { numberText, sizeText } from '#web/ui/format.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '../kit/fields.tsx'
import {
	FILE_TYPES,
	readSourceFile,
	type SourceFile,
	type SourceInput,
	sourceProblem,
} from './source-form-model.ts'
import { StepFrame } from './step-frame.tsx'

const texts = extraction.source

interface FileInputProps {
	readonly file: SourceFile | null
	readonly error: string | undefined
	readonly onFile: (file: SourceFile | null) => void
}

const FileInput = ({ file, error, onFile }: FileInputProps) => {
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
	const message = refused ?? lost ?? error
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: drag and drop only complements the button.
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
					// Reset, so that choosing the same file again fires a change event.
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
				{message}
			</p>
		</div>
	)
}

interface PartProps {
	readonly source: SourceInput
	/** Validation error, after the first submit. */
	readonly error: string | undefined
	readonly onChange: (part: Partial<SourceInput>) => void
}

const AddressInput = ({
	source,
	error,
	website,
	onChange,
}: PartProps & { readonly website: string | null }) => (
	<div className="mt-5">
		<TextInput
			label={texts.url}
			type="url"
			hint={texts.urlHint}
			bound={{ value: source.url, error, onValue: (url) => onChange({ url }) }}
		/>
		{website && website !== source.url && (
			<button
				type="button"
				className="btn btn-ghost mt-2 h-auto max-w-full py-2 text-start"
				onClick={() => onChange({ url: website })}
			>
				<span className="min-w-0 wrap-anywhere">{texts.website(website)}</span>
			</button>
		)}
	</div>
)

const TextSource = ({ source, error, onChange }: PartProps) => {
	const id = useId()
	const words = countWords(source.text)
	const enough = words >= SOURCE_MIN_WORDS
	return (
		<div className="mt-5">
			<label htmlFor={id} className="mb-1.5 block font-medium">
				{texts.text}
			</label>
			<textarea
				id={id}
				rows={12}
				value={source.text}
				aria-invalid={error !== undefined}
				aria-describedby={`${id}-error ${id}-words ${id}-hint`}
				className={`block w-full resize-y rounded-field border bg-surface px-3 py-2.5 leading-relaxed ${error ? 'border-error' : 'border-edge'}`}
				onChange={({ target }) => onChange({ text: target.value })}
			/>
			<div className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
				<p id={`${id}-hint`}>{texts.textHint}</p>
				<p id={`${id}-words`} className={`tabular-nums ${enough ? 'text-success' : ''}`}>
					{enough
						? texts.wordsEnough(numberText(words))
						: texts.words(numberText(words), SOURCE_MIN_WORDS)}
				</p>
			</div>
			<p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-error empty:hidden">
				{error}
			</p>
		</div>
	)
}

interface SourceStepProps {
	readonly source: SourceInput
	readonly website: string | null
	readonly onChange: (source: SourceInput) => void
	readonly onBack: () => void
	readonly onNext: () => void
}

export const SourceStep = ({ source, website, onChange, onBack, onNext }: SourceStepProps) => {
	const panel = useRef<HTMLFormElement>(null)
	const [asked, setAsked] = useState<SourceKind | null>(null)
	/** Only the selected kind is validated, because only it is sent. */
	const errorOf = (kind: SourceKind): string | undefined =>
		(asked === kind && source.kind === kind ? sourceProblem(source) : null) ?? undefined
	const takesFiles = useCapability('extractions') || source.kind === 'FILE'
	const kinds = SOURCE_KINDS.filter((kind) => kind !== 'FILE' || takesFiles)
	const change = (part: Partial<SourceInput>): void => onChange({ ...source, ...part })
	const submit = (): void => {
		if (sourceProblem(source) === null) {
			onNext()
			return
		}
		setAsked(source.kind)
		panel.current
			?.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) :is(input, textarea, button)')
			?.focus()
	}
	const part = (kind: SourceKind) => ({ source, error: errorOf(kind), onChange: change })
	const contents = {
		URL: <AddressInput {...part('URL')} website={website} />,
		TEXT: <TextSource {...part('TEXT')} />,
		FILE: (
			<FileInput file={source.file} error={errorOf('FILE')} onFile={(file) => change({ file })} />
		),
	}
	return (
		<form
			ref={panel}
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				submit()
			}}
		>
			<StepFrame
				step="source"
				why={texts.why}
				onBack={onBack}
				next={
					<button type="submit" className="btn btn-primary">
						{texts.extract}
					</button>
				}
			>
				<Tabs
					label={texts.label}
					open={source.kind}
					onOpen={(kind) => change({ kind })}
					tabs={kinds.map((kind) => ({
						name: kind,
						label: texts.kinds[kind],
						content: contents[kind],
					}))}
				/>
			</StepFrame>
		</form>
	)
}
