import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { TOAST_MS } from '#domain/limits.ts'
import { toasting } from '#web/texts/en/shell.ts'
import { useEvent } from './hooks.ts'
import { interruptReading } from './reading-time.ts'
import type { Toast, ToastStore } from './toast.ts'

/** Calls back after {@link TOAST_MS}, not counting the time while it is held. */
const useExpiry = (held: boolean, expire: () => void): void => {
	const left = useRef(TOAST_MS)
	const expired = useEvent(expire)
	useEffect(() => {
		if (held) return
		const since = performance.now()
		const timer = setTimeout(() => expired(), left.current)
		return () => {
			clearTimeout(timer)
			left.current -= performance.now() - since
		}
	}, [held, expired])
}

const BUTTON = 'btn btn-ghost text-inherit hover:text-base-content'

interface ItemProps {
	readonly toast: Toast
	readonly onClose: (id: number) => void
}

const Item = ({ toast: { id, text, tone, action }, onClose }: ItemProps) => {
	const [pointed, setPointed] = useState(false)
	const [focused, setFocused] = useState(false)
	const close = (): void => {
		interruptReading()
		onClose(id)
	}
	useExpiry(pointed || focused, () => onClose(id))
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

/** Uses the top layer, above any open dialog. */
const Toasts = ({ toasts }: { readonly toasts: ToastStore }) => {
	const all = useSyncExternalStore(toasts.subscribe, toasts.all)
	const layer = useRef<HTMLElement>(null)
	const newest = all.at(-1)?.id
	useLayoutEffect(() => {
		const element = layer.current
		if (element === null || newest === undefined) return
		// Reopen it, because a dialog may have opened since.
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
					<Item key={toast.id} toast={toast} onClose={toasts.close} />
				))}
			</ul>
		</section>
	)
}

let mounted = false

/** Mounts the toasts beside the app, so that they survive page changes. Idempotent. */
export const mountToasts = (toasts: ToastStore): void => {
	if (mounted) return
	mounted = true
	const place = document.body.appendChild(document.createElement('div'))
	createRoot(place).render(<Toasts toasts={toasts} />)
}
