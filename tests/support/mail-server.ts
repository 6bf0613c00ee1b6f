import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Received {
	readonly from: string
	readonly to: readonly string[]
	/** Lowercase names. */
	readonly headers: ReadonlyMap<string, string>
	readonly text: string
}

/** An SMTP server on a free loopback port that stores received mail. */
export interface MailServer {
	readonly url: string
	readonly received: Received[]
	/** Reject all recipients, with an error that contains the address. */
	refusing: boolean
	stop(): Promise<void>
}

const decode = (text: string): string =>
	text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const parse = (raw: string): Pick<Received, 'headers' | 'text'> => {
	const end = raw.indexOf('\r\n\r\n')
	const lines = raw
		.slice(0, end)
		.replace(/\r\n\s+/g, ' ')
		.split('\r\n')
	const headers = new Map(
		lines.map((line): [string, string] => {
			const at = line.indexOf(':')
			return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
		}),
	)
	const body = raw.slice(end + 4)
	const isQuoted = headers.get('content-transfer-encoding') === 'quoted-printable'
	return { headers, text: (isQuoted ? decode(body) : body).replaceAll('\r\n', '\n').trim() }
}

/** Starts a mail server. */
export const startMailServer = async (): Promise<MailServer> => {
	const state: Omit<MailServer, 'url' | 'stop'> = { received: [], refusing: false }
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo: ({ address }, _, done) =>
			done(state.refusing ? new Error(`no such mailbox: ${address}`) : undefined),
		onData: (stream, session, done) => {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('end', () => {
				const { mailFrom, rcptTo } = session.envelope
				state.received.push({
					from: mailFrom === false ? '' : mailFrom.address,
					to: rcptTo.map(({ address }) => address),
					...parse(Buffer.concat(chunks).toString()),
				})
				done()
			})
		},
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
	const { port } = server.server.address() as AddressInfo
	return Object.assign(state, {
		url: `smtp://127.0.0.1:${port}`,
		stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
	})
}
