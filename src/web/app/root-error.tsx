import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { broken } from '#web/texts/en/shell.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { keeping } from './storage.ts'

/**
 * Why a page could not be shown. `offline`: its code is not on this device, and there is no connection. `missing`: its code
 * could not be loaded from the server. `bug`: a fault of ours.
 */
export type ErrorKind = 'offline' | 'missing' | 'bug'

/** What Chromium, Firefox and Safari say when a part of the app cannot be loaded. */
const MISSING_PART =
	/dynamically imported module|importing a module script failed|unable to preload css/i

/** @param online what the browser believes of its connection. */
export const kindOfError = (error: unknown, online: boolean): ErrorKind => {
	const message = error instanceof Error ? error.message : String(error)
	if (!MISSING_PART.test(message)) return 'bug'
	return online ? 'missing' : 'offline'
}

const RELOADED_AT = 'evenhand.reloaded'
/** A reload that did not help is not tried again before this, in ms. */
const COOL_DOWN_MS = 60_000

/**
 * Notes a reload in the tab's storage, unless there was one a moment ago: a part that is missing for good must not
 * reload the page for ever.
 * @param open the storage, which may be refused: without it nobody would remember, so that there is no reload.
 */
const noteReload = (open: () => Storage, nowMs: number): boolean => {
	try {
		const storage = open()
		const last = storage.getItem(RELOADED_AT)
		// A clock that was set back counts as a moment ago.
		if (last !== null && nowMs - Number(last) < COOL_DOWN_MS) return false
		storage.setItem(RELOADED_AT, String(nowMs))
		return true
	} catch {
		return false
	}
}

/** The address that an error names, of a part of the app that could not be loaded; null where it names none, as in Safari. */
const addressIn = (message: string): string | null =>
	/(?:https?:\/)?\/\S+\.(?:js|css)\b/.exec(message)?.[0] ?? null

/** How long the server may take to say that a part is gone, in ms. */
const ASK_MS = 5000

/**
 * Asks the server for a part that could not be loaded.
 * @param entry address of the page's own script: where the error names no part, it tells whether the build is there.
 * @returns whether the server says that it is gone. A server that cannot be reached or has trouble says nothing of it.
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
	/** Whether a question is on screen, which no reload may interrupt. */
	readonly busy: () => boolean
	/** Whether the page is being left: browsers then give up whatever it loads. */
	readonly leaving: () => boolean
	readonly isGone: (message: string) => Promise<boolean>
	readonly storage: () => Storage
	/** ms since 1970. */
	readonly now: () => number
	readonly reload: () => void
}

/**
 * Handles a part of the app that could not be loaded. Where the server says that it is gone, with the build that it
 * belonged to, a reload brings the new build; it is tried once.
 * @returns handles a `vite:preloadError`, until it is known what to do.
 */
export const createMissingPart = (page: Surroundings) => {
	let reloading = false
	return async ({ payload }: { readonly payload: Error }): Promise<void> => {
		const { message } = payload
		// The router would reload the page itself for messages that begin as this one. Some errors have a message that
		// cannot be assigned.
		Object.defineProperty(payload, 'message', { value: `Not loaded: ${message}` })
		if (reloading || !page.online() || page.leaving() || !(await page.isGone(message))) return
		if (reloading || page.busy() || page.leaving()) return
		if (!noteReload(page.storage, page.now())) return
		reloading = true
		page.reload()
	}
}

/** Why a page is missing, in the name of its text. Null until the server has said whether its code is gone. */
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

/** Stands in for a page that could not be drawn. */
export const RootError = ({ error }: ErrorComponentProps) => {
	const reason = useReason(error)
	const again = reason === 'offline' || reason === 'unavailable'
	const kept = keeping.keeps() ? ` ${broken.kept}` : ''
	return (
		<Page title={broken.title} width="narrow">
			{reason !== null && (
				<Notice title={broken.title} text={`${broken[reason]}${kept}`} tone="error" level={1}>
					<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
						{again ? broken.again : broken.reload}
					</button>
					{/* A full load: whatever was broken in this page is left behind. */}
					<a className="btn" href="/">
						{broken.start}
					</a>
				</Notice>
			)}
		</Page>
	)
}
