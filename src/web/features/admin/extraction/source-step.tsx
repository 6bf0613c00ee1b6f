import { useId, useRef, useState } from 'react'
import { SOURCE_KINDS, SOURCE_MIN_WORDS, type SourceKind } from '#domain/extraction-limits.ts'
import { countWords } from '#domain/policies.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { numberText } from '#web/ui/numbers.ts'
import { TextInput } from '../forms/fields.tsx'
import { Tabs } from '../forms/tabs.tsx'
import { FileInput } from './file-input.tsx'
import { type SourceInput, sourceProblem } from './source-input.ts'
import { StepFrame } from './step-frame.tsx'

const texts = extraction.source

interface PartProps {
	readonly source: SourceInput
	/** What is wrong with it, once that was asked. */
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
	/** Of the candidate. */
	readonly website: string | null
	readonly onChange: (source: SourceInput) => void
	readonly onBack: () => void
	readonly onNext: () => void
}

/** The second step: the candidate's own words, by their address, as a text, or in a file. */
export const SourceStep = ({ source, website, onChange, onBack, onNext }: SourceStepProps) => {
	const panel = useRef<HTMLFormElement>(null)
	const [asked, setAsked] = useState<SourceKind | null>(null)
	/** Of the kind that is seen: the others are not what is sent. */
	const errorOf = (kind: SourceKind): string | undefined =>
		(asked === kind && source.kind === kind ? sourceProblem(source) : null) ?? undefined
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
					tabs={SOURCE_KINDS.map((kind) => ({
						name: kind,
						label: texts.kinds[kind],
						content: contents[kind],
					}))}
				/>
			</StepFrame>
		</form>
	)
}
