import { manageCandidates } from '#contract/manage-candidates.ts'
import { LOGO_MAX_BYTES } from '#domain/manage-limits.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { candidates } from '#web/texts/admin/candidates.ts'
import { sizeText } from '#web/ui/sizes.ts'
import { faultText } from '../faults.ts'

const texts = candidates.logo

const readBase64 = (file: File): Promise<string> =>
	new Promise((resolve, reject) => {
		const reader = new FileReader()
		reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
		reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
		reader.readAsDataURL(file)
	})

const send = async (image: string): Promise<Uploaded> => {
	const reply = await call(
		manageCandidates.uploadLogo,
		{ body: { image } },
		{ idempotencyKey: uuid() },
	)
	if (reply.ok) return { logo: reply.value.logo, error: null }
	const [first] = reply.error.kind === 'problem' ? reply.error.errors : []
	return { logo: null, error: first?.message ?? faultText(reply.error, texts.failed) }
}

/** Where a picture is now, or why it is not there. */
export type Uploaded =
	| { readonly logo: string; readonly error: null }
	| { readonly logo: null; readonly error: string }

/** Uploads a picture. The server looks at what it holds, and says where it is. */
export const uploadLogo = async (file: File): Promise<Uploaded> => {
	if (file.size > LOGO_MAX_BYTES) {
		return { logo: null, error: texts.tooBig(sizeText(LOGO_MAX_BYTES)) }
	}
	try {
		return await send(await readBase64(file))
	} catch {
		// The file was moved or deleted after it was chosen: the person is told, and it is no fault of the app.
		return { logo: null, error: texts.unreadable }
	}
}
