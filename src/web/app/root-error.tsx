import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { broken } from '#web/texts/en/shell.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { reportFirstRender } from './first-render.ts'
import { keeping } from './storage.ts'

/** `offline`: code is not on this device. `missing`: code could not be loaded from the server. `bug`: our error. */
export type ErrorKind = 'offline' | 'missing' | 'bug'

/** Messages of Chromium, Firefox and Safari for a chunk that failed to load. */
const MISSING_PART =
	/dynamically imported module|importing a module script failed|unable to preload css/i

/** @param online `navigator.onLine`. */
export const kindOfError = (error: unknown, online: boolean): ErrorKind => {
	const message = error instanceof Error ? error.message : String(error)
	if (!MISSING_PART.test(message)) return 'bug'
	return online ? 'missing' : 'offline'
}

const RELOADED_AT = 'evenhand.reloaded'
const COOL_DOWN_MS = 60_000

/**
 * Records a reload, unless there was a recent one: a chunk that is missing for good must not cause a loop.
 * @param open may throw. Without storage there is no reload.
 */
const noteReload = (open: () => Storage, nowMs: number): boolean => {
	try {
		const storage = open()
		const last = storage.getItem(RELOADED_AT)
		// A clock that was set back counts as recent.
		if (last !== null && nowMs - Number(last) < COOL_DOWN_MS) return false
		storage.setItem(RELOADED_AT, String(nowMs))
		return true
	} catch {
		return false
	}
}

/** Returns the URL of the failed chunk in an error message. Null if it has none, as in Safari. */
const addressIn = (message: string): string | null =>
	/(?:https?:\/)?\/\S+\.(?:js|css)\b/.exec(message)?.[0] ?? null

const ASK_MS = 5000

/**
 * Asks the server for a chunk that failed to load. @returns true only if the server reports it gone.
 * @param entry URL of the page's own script, checked instead if the error names no chunk.
 */
export const isPartGone = async (message: string, entry: string): Promise<boolean> => {
	try {
		const options = {
			method: 'HEAD',
			cache: 'no-store',
			signal: AbortSignal.timeout(ASK_MS),
		} as const
		const { status } = await fetch(addressIn(message) ?? entry, options)
		return status === 404 || status === 410
	} catch {
		return false
	}
}

export interface Surroundings {
	readonly online: () => boolean
	/** True while a question is on screen, which no reload may interrupt. */
	readonly busy: () => boolean
	/** True while the page is being left: browsers then abort its loads. */
	readonly leaving: () => boolean
	readonly isGone: (message: string) => Promise<boolean>
	readonly storage: () => Storage
	/** ms since 1970. */
	readonly now: () => number
	readonly reload: () => void
}

/** Handles `vite:preloadError`. If the server reports a chunk gone, its build was replaced: reloads once to get it. */
export const createMissingPart = (page: Surroundings) => {
	let reloading = false
	return async ({ payload }: { readonly payload: Error }): Promise<void> => {
		const { message } = payload
		// The router would reload the page for messages with this beginning. Some errors have a read-only message.
		Object.defineProperty(payload, 'message', { value: `Not loaded: ${message}` })
		if (reloading || !page.online() || page.leaving() || !(await page.isGone(message))) return
		if (reloading || page.busy() || page.leaving()) return
		if (!noteReload(page.storage, page.now())) return
		reloading = true
		page.reload()
	}
}

const useReason = (error: unknown): 'offline' | 'stale' | 'unavailable' | 'bug' | null => {
	const kind = kindOfError(error, navigator.onLine)
	const [gone, setGone] = useState<boolean | null>(null)
	useEffect(() => {
		if (kind === 'missing') isPartGone(String(error), import.meta.url).then(setGone, reportError)
	}, [kind, error])
	if (kind !== 'missing') return kind
	if (gone === null) return null
	return gone ? 'stale' : 'unavailable'
}

export const RootError = ({ error }: ErrorComponentProps) => {
	const reason = useReason(error)
	useEffect(reportFirstRender, [])
	const again = reason === 'offline' || reason === 'unavailable'
	const kept = keeping.keeps() ? ` ${broken.kept}` : ''
	return (
		<Page title={broken.title} width="narrow">
			{reason !== null && (
				<Notice title={broken.title} text={`${broken[reason]}${kept}`} tone="error" level={1}>
					<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
						{again ? broken.again : broken.reload}
					</button>
					{/* Full page load, to drop the broken state. */}
					<a className="btn" href="/">
						{broken.start}
					</a>
				</Notice>
			)}
		</Page>
	)
}
