import { type FormEvent, useState } from 'react'
import { type TextFile, TRANSFER_FORMATS, transfer } from '#contract/admin/import-export.ts'
import { call } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { exchange as texts } from '#web/texts/en/admin/exchange.ts'
import { saveText } from '#web/ui/share.ts'
import { ElectionPicker } from '../elections/election-picker.tsx'
import { useAction } from '../kit/actions.tsx'
import { errorText } from '../kit/errors.ts'
import { AdminPage } from '../kit/page.tsx'
import { ImportPart } from './import.tsx'

type Format = (typeof TRANSFER_FORMATS)[number]

const MEDIA: Readonly<Record<Format, string>> = {
	json: 'application/json',
	csv: 'text/csv',
	openvaa: 'application/json',
}

const save = (files: readonly TextFile[], format: Format): string => {
	for (const { name, text } of files) saveText(name, text, MEDIA[format])
	return texts.saved(files.map(({ name }) => name).join(', '))
}

const FormatChoice = ({
	format,
	onFormat,
}: {
	readonly format: Format
	readonly onFormat: (format: Format) => void
}) => {
	const offersPositions = useCapability('positions')
	const formats = TRANSFER_FORMATS.filter((value) => value !== 'openvaa' || offersPositions)
	return (
		<fieldset>
			<legend className="font-medium">{texts.format}</legend>
			{formats.map((value) => (
				<label key={value} className="flex min-h-12 items-center gap-3">
					<input
						type="radio"
						name="format"
						checked={format === value}
						className="size-5 accent-primary"
						onChange={() => onFormat(value)}
					/>
					{texts[value]}
				</label>
			))}
		</fieldset>
	)
}

const useExport = () => {
	const { busy, error, run } = useAction()
	const [said, setSaid] = useState('')
	return {
		busy,
		error,
		said,
		save: (id: string, format: Format) =>
			run(async () => {
				setSaid('')
				const reply = await call(transfer.export, { params: { id }, query: { format } })
				if (!reply.ok) return errorText(reply.error, texts.exportFailed)
				setSaid(save(reply.value.files, format))
				return null
			}),
	}
}

const ExportPart = () => {
	const [election, setElection] = useState<{ readonly id: string; readonly name: string } | null>(
		null,
	)
	const [format, setFormat] = useState<Format>('json')
	const [missing, setMissing] = useState(false)
	const { busy, error, said, save } = useExport()
	const submit = (event: FormEvent): void => {
		event.preventDefault()
		setMissing(election === null)
		if (election !== null) save(election.id, format)
	}
	return (
		<section
			aria-labelledby="export-title"
			className="rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-6"
		>
			<h2 id="export-title" className="text-xl font-semibold">
				{texts.exportTitle}
			</h2>
			<p className="mt-2 text-muted">{texts.exportWhy}</p>
			<form noValidate className="mt-4 grid gap-4" onSubmit={submit}>
				<ElectionPicker
					label={texts.election}
					failed={texts.electionsFailed}
					chosen={election?.name ?? ''}
					placeholder={texts.electionHint}
					error={missing && election === null ? texts.chooseElection : undefined}
					onPick={setElection}
					onClear={() => setElection(null)}
				/>
				<FormatChoice format={format} onFormat={setFormat} />
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<button type="submit" className="btn btn-primary min-w-32" aria-disabled={busy}>
						{busy ? texts.exporting : texts.export}
					</button>
					<p role="status" className="min-w-0 wrap-anywhere empty:hidden">
						{said}
					</p>
					<p role="alert" className="font-medium text-error empty:hidden">
						{error}
					</p>
				</div>
			</form>
		</section>
	)
}

export const ExchangePage = () => (
	<AdminPage title={common.pages.exchange} about={texts.about}>
		<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
			<ImportPart />
			<ExportPart />
		</div>
	</AdminPage>
)
