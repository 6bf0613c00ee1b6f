import { createTransport } from 'nodemailer'

export interface Mail {
	readonly to: string
	readonly subject: string
	readonly text: string
}

export interface Mailer {
	/** Resolves once the mail server accepts the mail. @throws errors whose message may contain the address. */
	readonly send: (mail: Mail) => Promise<void>
	readonly close: () => void
}

/** Timeout per step, which also bounds how long an unresponsive mail server delays shutdown. */
const PATIENCE_MS = 10_000

/**
 * Sends mail over SMTP. @param url `smtp://` (STARTTLS if offered) or `smtps://`, optionally with user and password.
 * @param from an address, or a name and an address.
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
				// An object, because nodemailer would parse a string as an address list.
				to: { name: '', address: to },
				subject,
				text,
				// Suppresses out-of-office replies (RFC 3834).
				headers: { 'Auto-Submitted': 'auto-generated' },
			})
		},
		close: () => transport.close(),
	}
}
