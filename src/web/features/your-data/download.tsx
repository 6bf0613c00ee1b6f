import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import {
	type AccountData,
	yourData as calls,
	YOUR_DATA,
	type YourDataFile,
} from '#contract/your-data.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { useLacking } from '#web/app/capabilities.ts'
import { SECRETS } from '#web/app/erasure-mark.ts'
import { local } from '#web/app/local.ts'
import { session } from '#web/app/session.ts'
import { lastingStorage, passingStorage } from '#web/app/storage.ts'
import { SCREENS } from '#web/first/last-screen.ts'
import { ui } from '#web/texts/en/late.ts'
import { yourData } from '#web/texts/en/your-data.ts'
import { storageErrorText } from '#web/ui/failure.tsx'
import { failureText } from '#web/ui/failure-text.ts'
import { useOnline } from '#web/ui/hooks.ts'
import { saveText } from '#web/ui/share.ts'

type Part = Reply<typeof calls.read>

const askFor = (token: string, next: Part['next']) => {
	const { afterAttempt, afterChange } = next ?? {}
	const query = { ...(afterAttempt && { afterAttempt }), ...(afterChange && { afterChange }) }
	return call(calls.read, { query }, { token })
}

/** Reads all pages of the server's data. Small lists repeat on every page; the last page has their latest state. */
const readServer = async (token: string): Promise<Result<AccountData, Failure>> => {
	const parts: Part[] = []
	let last: Part | null = null
	while (last === null || last.next !== null) {
		const reply: Result<Part, Failure> = await askFor(token, last?.next ?? null)
		if (!reply.ok) return reply
		last = reply.value
		parts.push(last)
	}
	const { next: _, ...whole } = last
	const changes = parts.flatMap((part) => part.changes)
	const attempts = parts.flatMap((part) => part.attempts)
	return { ok: true, value: { ...whole, changes, attempts } }
}

const readStorage = (storage: Storage, token: string): [string, string][] =>
	Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').flatMap((key) => {
		const value = storage.getItem(key) ?? ''
		// The file already has the data of the stored screens.
		const isOfScreens = key.startsWith('tsr') || key.startsWith(SCREENS)
		const hidden = SECRETS.includes(key) || isOfScreens || value.includes(token)
		return hidden ? [] : [[key, value] as [string, string]]
	})

const readDevice = async (token: string): Promise<YourDataFile['device']> => ({
	...(await local.yourData.read()),
	remembered: session.isRemembered(),
	settings: Object.fromEntries(
		[lastingStorage, passingStorage].flatMap((storage) => readStorage(storage, token)),
	),
})

/** Downloads the file and returns its name, without characters that file systems reject. */
const save = (file: YourDataFile): string => {
	const username = file.username.replace(/[^\p{L}\p{N}._-]+/gu, '_')
	const name = `evenhand-data-${username}-${file.savedAt.slice(0, 10)}.json`
	saveText(name, `${JSON.stringify(file, null, '\t')}\n`, 'application/json')
	return name
}

/**
 * Downloads all data about the signed-in user as one file. @param parts `device` omits the server's data, as a note says.
 * @returns the file name, or why the server could not be read. Rejects if the device's data cannot be read.
 */
const downloadData = async (parts: 'all' | 'device'): Promise<Result<string, Failure>> => {
	const { user } = session.get()
	const token = session.token()
	if (user === null || token === null) throw new Error('Nobody is signed in')
	const server = parts === 'all' ? await readServer(token) : null
	if (server?.ok === false) return server
	const device = await readDevice(token)
	// Another user may have signed in in another tab meanwhile.
	if (session.token() !== token) throw new Error('Somebody else has signed in')
	const file: YourDataFile = {
		...YOUR_DATA,
		savedAt: new Date().toISOString(),
		username: user.username,
		notes: [...yourData.notes],
		server: server?.value ?? null,
		serverMissing: server === null ? yourData.missing : null,
		device,
	}
	return { ok: true, value: save(file) }
}

interface Shown {
	readonly busy: 'all' | 'device' | null
	readonly saved: string | null
	readonly error: string | null
}

const IDLE: Shown = { busy: null, saved: null, error: null }

const run = async (parts: 'all' | 'device'): Promise<Shown> => {
	try {
		const result = await downloadData(parts)
		if (result.ok) return { ...IDLE, saved: yourData.saved(result.value) }
		return { ...IDLE, error: failureText(result.error, yourData.downloadFailed) }
	} catch (fault) {
		reportError(fault)
		const { deviceFailed } = yourData
		return { ...IDLE, error: storageErrorText(fault, deviceFailed, deviceFailed) }
	}
}

/** Buttons that download all data, or only the device's if the server is unreachable. */
export const DownloadPart = () => {
	const online = useOnline()
	const lacking = useLacking('your-data')
	const [{ busy, saved, error }, setShown] = useState(IDLE)
	const start = (parts: 'all' | 'device'): void => {
		if (busy !== null) return
		setShown({ ...IDLE, busy: parts })
		run(parts).then(setShown, reportError)
	}
	const label = error === null ? yourData.download : ui.retry
	return (
		<div className="mt-6">
			<p className="text-muted">{yourData.downloadWhat}</p>
			<p role="status" className="mt-3 rounded-field bg-base-200 px-4 py-3 empty:hidden">
				{online ? saved : `${yourData.offline} ${saved ?? ''}`}
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-3 flex flex-col gap-3 sm:flex-row">
				{online && !lacking && (
					<button
						type="button"
						className="btn btn-primary"
						aria-disabled={busy !== null}
						onClick={() => start('all')}
					>
						<Download aria-hidden="true" className="size-5" />
						<span>{busy === 'all' ? yourData.reading : label}</span>
					</button>
				)}
				{(!online || lacking || error !== null) && (
					<button
						type="button"
						className="btn"
						aria-disabled={busy !== null}
						onClick={() => start('device')}
					>
						{busy === 'device' ? yourData.reading : yourData.downloadDevice}
					</button>
				)}
			</div>
		</div>
	)
}
