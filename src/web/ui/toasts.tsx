import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { TOAST_MS } from '#domain/limits.ts'
import { toasting } from '#web/texts/en/shell.ts'
import { interruptReading } from './reading-time.ts'

/** A short word that goes by itself. */
export interface Toast {
	readonly id: number
	readonly text: string
	readonly tone: 'good' | 'bad'
	/** What can be done about it, as long as it stands. */
	readonly action?: { readonly label: string; readonly run: () => void }
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

const set = (next: readonly Toast[]): void => {
	shown = next
	for (const listener of listeners) listener()
}

/** The toasts on screen, the oldest first. */
export const toasts = {
	all: (): readonly Toast[] => shown,
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void {
		listeners.add(listener)
		return () => listeners.delete(listener)
	},
	close: (id: number): void => set(shown.filter((toast) => toast.id !== id)),
}

/** Adds a toast, in place of one with the same text. @returns closes it. */
export const addToast = (toast: Omit<Toast, 'id'>): (() => void) => {
	const id = ++last
	set([...shown.filter(({ text }) => text !== toast.text), { ...toast, id }])
	return () => toasts.close(id)
}

/** Calls back after {@link TOAST_MS}, not counting the time for which it is held. */
const useExpiry = (held: boolean, expire: () => void): void => {
	const left = useRef(TOAST_MS)
	const latest = useRef(expire)
	useEffect(() => {
		latest.current = expire
	})
	useEffect(() => {
		if (held) return
		const since = performance.now()
		const timer = setTimeout(() => latest.current(), left.current)
		return () => {
			clearTimeout(timer)
			left.current -= performance.now() - since
		}
	}, [held])
}

const BUTTON = 'btn btn-ghost text-inherit hover:text-base-content'

const Item = ({ toast: { id, text, tone, action } }: { readonly toast: Toast }) => {
	const [pointed, setPointed] = useState(false)
	const [focused, setFocused] = useState(false)
	const close = (): void => {
		interruptReading()
		toasts.close(id)
	}
	useExpiry(pointed || focused, () => toasts.close(id))
	return (
		<li
			className="flex animate-rise items-center gap-3 rounded-box border border-base-300 bg-neutral py-2 pe-2 ps-5 text-neutral-content shadow-paper"
			onPointerEnter={() => setPointed(true)}
			onPointerLeave={() => setPointed(false)}
			onFocus={() => setFocused(true)}
			onBlur={() => setFocused(false)}
		>
			<p role={tone === 'bad' ? 'alert' : 'status'} className="flex-1">
				{text}
			</p>
			{action && (
				<button
					type="button"
					className={BUTTON}
					onClick={() => {
						close()
						action.run()
					}}
				>
					{action.label}
				</button>
			)}
			<button type="button" className={BUTTON} onClick={close}>
				{toasting.close}
			</button>
		</li>
	)
}

/** In the top layer, above whatever dialog is open. */
const Toasts = () => {
	const all = useSyncExternalStore(toasts.subscribe, toasts.all)
	const layer = useRef<HTMLElement>(null)
	const newest = all.at(-1)?.id
	useLayoutEffect(() => {
		const element = layer.current
		if (element === null || newest === undefined) return
		// Put there anew: a dialog may have been opened since.
		if (element.matches(':popover-open')) element.hidePopover()
		element.showPopover()
	}, [newest])
	return (
		<section
			ref={layer}
			aria-label={toasting.messages}
			popover="manual"
			hidden={all.length === 0}
			className="fixed inset-x-4 mx-auto max-w-md"
			style={{
				inset: 'calc(4.5rem + env(safe-area-inset-top)) 1rem auto',
				border: 0,
				padding: 0,
				background: 'none',
				width: 'auto',
			}}
		>
			<ul className="grid gap-3">
				{all.map((toast) => (
					<Item key={toast.id} toast={toast} />
				))}
			</ul>
		</section>
	)
}

let mounted = false

/** Shows a toast beside the app, where it stays while pages change. @returns closes it. */
export const showToast = (toast: Omit<Toast, 'id'>): (() => void) => {
	const close = addToast(toast)
	if (mounted) return close
	mounted = true
	createRoot(document.body.appendChild(document.createElement('div'))).render(<Toasts />)
	return close
}

/** Shows a toast for a while. @returns closes it before its time. */
export const passingToast = (text: string, tone: Toast['tone']): (() => void) =>
	showToast({ text, tone })

/** Shows a toast for a while. */
export const toast = (text: string, tone: Toast['tone'] = 'bad'): void => {
	passingToast(text, tone)
}
