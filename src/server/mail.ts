import { createTransport } from 'nodemailer'

/** A mail of plain text to one address. */
export interface Mail {
	readonly to: string
	readonly subject: string
	readonly text: string
}

export interface Mailer {
	/** Resolves once the mail server has taken the mail. @throws where it did not, in words that may name the address. */
	readonly send: (mail: Mail) => Promise<void>
	readonly close: () => void
}

/** A mail server that does not answer holds up the end of this one for no longer than so. */
const PATIENCE_MS = 10_000

/**
 * Sends mail by SMTP.
 * @param url `smtp://` (encrypted where the server offers it) or `smtps://`, with user and password where it asks for them.
 * @param from the sender: an address, or a name and an address.
 */
export const createMailer = ({
	url,
	from,
}: {
	readonly url: string
	readonly from: string
}): Mailer => {
	const transport = createTransport({
		url,
		dnsTimeout: PATIENCE_MS,
		connectionTimeout: PATIENCE_MS,
		greetingTimeout: PATIENCE_MS,
		socketTimeout: PATIENCE_MS,
		disableFileAccess: true,
		disableUrlAccess: true,
	})
	return {
		send: async ({ to, subject, text }) => {
			await transport.sendMail({
				from,
				// As an object: nothing in it is read as a list of addresses.
				to: { name: '', address: to },
				subject,
				text,
				// So that no holiday note answers it.
				headers: { 'Auto-Submitted': 'auto-generated' },
			})
		},
		close: () => transport.close(),
	}
}
