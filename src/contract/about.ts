import * as v from 'valibot'
import { isEmail } from '#domain/text-rules.ts'
import { endpoint } from './endpoint.ts'
import { OptionalText } from './fields.ts'

/** The operator of the installation, as entered in the back-office. */
export const Operator = v.object({
	name: v.string(),
	/** An email address or an https address; see {@link contactLink}. */
	contact: v.string(),
	text: OptionalText,
})
export type Operator = v.InferOutput<typeof Operator>

/** An https address without a username or password. */
const SECURE_PAGE = /^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i

/** Address of a link to a contact: `mailto:` for an email address, itself for an https address, otherwise null. */
export const contactLink = (contact: string): string | null => {
	if (SECURE_PAGE.test(contact)) return contact
	if (!isEmail(contact)) return null
	// Encoded, because "?" in an address would begin the headers of the mail.
	return `mailto:${contact.split('@').map(encodeURIComponent).join('@')}`
}

export const about = {
	read: endpoint({
		method: 'GET',
		path: '/public/about',
		access: 'public',
		summary: 'Get who runs this installation. Null until an administrator has entered it.',
		reply: v.object({ operator: v.nullish(Operator, null) }),
	}),
} as const
