import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { manageCandidates } from '#contract/admin/candidates.ts'
import { LOGO_MAX_BYTES } from '#domain/limits.ts'
import { call, uuid } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { candidates } from '#web/texts/en/admin/candidates.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { sizeText } from '#web/ui/format.ts'
import { readBase64 } from '../kit/csv.ts'
import { errorText } from '../kit/errors.ts'
import { TextInput } from '../kit/fields.tsx'
import type { Bound, RecordForm } from '../kit/use-record-form.ts'

const texts = candidates.logo

const send = async (image: string): Promise<Uploaded> => {
	const reply = await call(
		manageCandidates.uploadLogo,
		{ body: { image } },
		{ idempotencyKey: uuid() },
	)
	if (reply.ok) return { logo: reply.value.logo, error: null }
	const [first] = reply.error.kind === 'problem' ? reply.error.errors : []
	return { logo: null, error: first?.message ?? errorText(reply.error, texts.failed) }
}

export type Uploaded =
	| { readonly logo: string; readonly error: null }
	| { readonly logo: null; readonly error: string }

const uploadLogo = async (file: File): Promise<Uploaded> => {
	if (file.size > LOGO_MAX_BYTES) {
		return { logo: null, error: texts.tooBig(sizeText(LOGO_MAX_BYTES)) }
	}
	try {
		return await send(await readBase64(file))
	} catch {
		// The file was moved or deleted after it was chosen: a user error, not to be reported.
		return { logo: null, error: texts.unreadable }
	}
}

interface LogoInputProps {
	readonly bound: Bound<string>
	readonly busy: boolean
	readonly onBusy: (busy: boolean) => void
	readonly saving: boolean
	readonly name: string
	readonly optional?: boolean
}

/** Adds a logo to a form. Blocks the submit during an upload, which would save the candidate without the image. */
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

export const LogoInput = ({
	bound,
	name,
	busy,
	onBusy,
	saving,
	optional = true,
}: LogoInputProps) => {
	const offered = useCapability('logos')
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
			<CandidateAvatar
				key={bound.value}
				name={name}
				logo={bound.value || null}
				className="mt-8 size-12"
			/>
			<div className="min-w-0 flex-1">
				<TextInput
					label={texts.url}
					type="url"
					optional={optional}
					hint={texts.hint(sizeText(LOGO_MAX_BYTES))}
					bound={{ ...bound, error: failed ?? bound.error }}
				/>
				<div className="mt-2 flex flex-wrap gap-2">
					{offered && (
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
					)}
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
						// Reset, so that choosing the same file again fires a change event.
						target.value = ''
						if (chosen) upload(chosen).catch(reportError)
					}}
				/>
			</div>
		</div>
	)
}
