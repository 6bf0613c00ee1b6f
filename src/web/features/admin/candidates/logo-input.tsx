import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { LOGO_MAX_BYTES } from '#domain/manage-limits.ts'
import { candidates } from '#web/texts/admin/candidates.ts'
import { Face } from '#web/ui/face.tsx'
import { sizeText } from '#web/ui/sizes.ts'
import { TextInput } from '../forms/fields.tsx'
import type { Bound, RecordForm } from '../forms/use-record-form.ts'
import { uploadLogo } from './upload.ts'

const texts = candidates.logo

interface LogoInputProps {
	readonly bound: Bound<string>
	/** Whether a picture is being uploaded. */
	readonly busy: boolean
	readonly onBusy: (busy: boolean) => void
	/** Whether the form is being saved and takes nothing meanwhile. */
	readonly saving: boolean
	/** Name of the candidate, whose initials are shown without a logo. */
	readonly name: string
	readonly optional?: boolean
}

/** Adds a logo to a form. The form is not submitted during an upload: the candidate would be saved without the picture. */
export const useLogo = <Values extends { readonly name: string; readonly logo: string }>(
	form: RecordForm<Values>,
): { readonly form: RecordForm<Values>; readonly logo: LogoInputProps } => {
	const [uploading, setUploading] = useState(false)
	const [early, setEarly] = useState(false)
	const bound = form.bind('logo')
	return {
		form: {
			...form,
			submit() {
				setEarly(uploading)
				if (!uploading) form.submit()
			},
		},
		logo: {
			bound: { ...bound, error: early && uploading ? texts.wait : bound.error },
			name: form.values.name,
			busy: uploading,
			onBusy: setUploading,
			saving: form.busy,
		},
	}
}

/** Where a candidate's logo is: an address, or a picture that is uploaded here; with how it looks. */
export const LogoInput = ({
	bound,
	name,
	busy,
	onBusy,
	saving,
	optional = true,
}: LogoInputProps) => {
	const file = useRef<HTMLInputElement>(null)
	const [failed, setFailed] = useState<string | null>(null)
	const upload = async (chosen: File): Promise<void> => {
		onBusy(true)
		setFailed(null)
		const { logo, error } = await uploadLogo(chosen)
		onBusy(false)
		setFailed(error)
		if (logo !== null) bound.onValue(logo)
	}
	return (
		<div className="flex items-start gap-4">
			<Face key={bound.value} name={name} logo={bound.value || null} className="mt-8 size-12" />
			<div className="min-w-0 flex-1">
				<TextInput
					label={texts.url}
					type="url"
					optional={optional}
					hint={texts.hint(sizeText(LOGO_MAX_BYTES))}
					bound={{ ...bound, error: failed ?? bound.error }}
				/>
				<div className="mt-2 flex flex-wrap gap-2">
					<button
						type="button"
						className="btn"
						aria-disabled={busy || saving}
						title={saving ? texts.saving : undefined}
						onClick={() => {
							if (!busy && !saving) file.current?.click()
						}}
					>
						<Upload aria-hidden="true" className="size-5" />
						<span>{busy ? texts.uploading : texts.upload}</span>
					</button>
					{bound.value && (
						<button
							type="button"
							className="btn btn-ghost"
							aria-disabled={saving}
							onClick={() => bound.onValue('')}
						>
							{texts.remove}
						</button>
					)}
				</div>
				<input
					ref={file}
					type="file"
					accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
					aria-label={texts.upload}
					className="hidden"
					onChange={({ target }) => {
						const [chosen] = target.files ?? []
						// The same file may be chosen again, after it was mended.
						target.value = ''
						if (chosen) upload(chosen).catch(reportError)
					}}
				/>
			</div>
		</div>
	)
}
