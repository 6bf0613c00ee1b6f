import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { useBlockReload } from '#web/app/reload-block.ts'
import { session } from '#web/app/session.ts'
import { passingStorage } from '#web/app/storage.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** What was typed and is not saved: kept in the tab's storage, for the same administrator after a new sign-in. */
export interface Draft {
	/** What the record is called, for whoever comes back to it. */
	readonly name: string
	readonly values: Readonly<Record<string, unknown>>
	/** The version that it was typed over. */
	readonly etag: string | undefined
}

const Stored = v.object({
	name: v.string(),
	values: v.record(v.string(), v.unknown()),
	etag: v.optional(v.string()),
})

const prefix = (): string => `evenhand.draft.${session.userKey() ?? ''}.`

/** The key of a draft: of the kind of record, and of one of them; null for one that is being made. */
export const draftKey = (noun: string, id: string | null): string =>
	`${prefix()}${noun}.${id ?? ''}`

/** What was left under a key; null where that is nothing, or nothing that this version of the app can read. */
export const readDraft = (key: string): Draft | null => {
	try {
		const draft = v.safeParse(Stored, JSON.parse(passingStorage.getItem(key) ?? ''))
		return draft.success ? { ...draft.output, etag: draft.output.etag } : null
	} catch {
		// What stands there is no JSON: there is no draft.
		return null
	}
}

/** Keeps a draft as far as there is room: without it the form still has what was typed. */
export const keepDraft = (key: string, draft: Draft): void => {
	try {
		passingStorage.setItem(key, JSON.stringify(draft))
	} catch (fault) {
		reportError(fault)
	}
}

/** Forgets a draft: it was saved, or is not wanted. */
export const dropDraft = (key: string): void => passingStorage.removeItem(key)

export interface OpenDraft {
	readonly key: string
	/** Null for a record that is being made. */
	readonly id: string | null
	readonly name: string
}

/** The drafts of a kind of record that the signed-in administrator has left in this tab. */
export const openDrafts = (noun: string): readonly OpenDraft[] => {
	const start = `${prefix()}${noun}.`
	const keys = Array.from({ length: passingStorage.length }, (_, index) =>
		passingStorage.key(index),
	)
	return keys.flatMap((key) => {
		const draft = key?.startsWith(start) ? readDraft(key) : null
		return key && draft ? [{ key, id: key.slice(start.length) || null, name: draft.name }] : []
	})
}

interface DraftBarProps {
	/** The kind of record, as in `draftKey`. */
	readonly noun: string
	/** What a record of it is called in a sentence: "election". */
	readonly called: string
	/** Opens the form of a draft; its id is null for a record that is being made. */
	readonly onContinue: (id: string | null) => void
}

/** What was typed before a sign-in ended or the page was left, to go on with. Render it while no form is open. */
export const DraftBar = ({ noun, called, onContinue }: DraftBarProps) => {
	const [drafts, setDrafts] = useState<readonly OpenDraft[]>(() => openDrafts(noun))
	if (drafts.length === 0) return null
	const discard = (key: string): void => {
		dropDraft(key)
		setDrafts(openDrafts(noun))
	}
	return (
		<section className="mb-5 rounded-box border border-warning bg-base-200 px-4 py-3">
			<h2 className="font-semibold">{common.drafts.title}</h2>
			<ul className="mt-1 grid gap-1">
				{drafts.map(({ key, id, name }) => (
					<li key={key} className="flex flex-wrap items-center gap-x-3">
						<span className="min-w-0 flex-1 basis-48 wrap-anywhere">
							{name || common.drafts.created(called)}
						</span>
						<button type="button" className="btn btn-primary" onClick={() => onContinue(id)}>
							{common.drafts.goOn}
						</button>
						<button type="button" className="btn btn-ghost" onClick={() => discard(key)}>
							{common.drafts.discard}
						</button>
					</li>
				))}
			</ul>
		</section>
	)
}

export interface LeaveGuard {
	/** Closes the form, after asking where something is not saved. */
	close(): void
	/** Whether it is being asked: render {@link LeaveQuestion} then. */
	readonly asking: boolean
	stay(): void
	go(): void
}

/** A form that is left. */
interface Leaving {
	/** Whether something stands there that is not saved. */
	readonly dirty: boolean
	/** Whether it is being saved. */
	readonly busy: boolean
}

/**
 * Asks before what is not saved is left: by closing its form, by going to another page, or by closing the tab.
 * @param onClose closes the form; @param onDiscard forgets what was typed.
 */
export const useLeaveGuard = (
	{ dirty, busy }: Leaving,
	onClose: () => void,
	onDiscard: () => void,
): LeaveGuard => {
	const [closing, setClosing] = useState(false)
	// An update that reloads the page would ask as well.
	useBlockReload(dirty)
	const blocker = useBlocker({
		// A sign-in that has ended leads to a new one, and what was typed waits for that.
		shouldBlockFn: ({ current, next }) =>
			dirty && session.token() !== null && current.pathname !== next.pathname,
		enableBeforeUnload: dirty,
		withResolver: true,
	})
	return {
		close() {
			// What is under way may have its effect all the same: its outcome is waited for.
			if (busy) return
			if (dirty) setClosing(true)
			else onClose()
		},
		asking: closing || blocker.status === 'blocked',
		stay() {
			setClosing(false)
			blocker.reset?.()
		},
		go() {
			onDiscard()
			if (blocker.status === 'blocked') blocker.proceed()
			else onClose()
		},
	}
}

/** Asks before the tab is closed or loaded anew over what outlives the way to another page, and no more than that. */
export const useUnloadGuard = (kept: boolean): void => {
	// An update that reloads the page would ask as well.
	useBlockReload(kept)
	useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: kept })
}

/** Whether what is not saved may go. */
export const LeaveQuestion = ({ guard }: { readonly guard: LeaveGuard }) =>
	guard.asking && (
		<Dialog title={common.leaveTitle} onClose={guard.stay}>
			<p className="mt-3 text-muted">{common.leaveWhy}</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn btn-primary" onClick={guard.stay}>
					{common.leaveStay}
				</button>
				<button type="button" className="btn btn-outline btn-error" onClick={guard.go}>
					{common.leaveGo}
				</button>
			</div>
		</Dialog>
	)
