/** A value with subscribers. `get` and `subscribe` fit React's `useSyncExternalStore`. */
export interface Signal<Value> {
	get(): Value
	/** Notifies all subscribers, even if the value is the same. */
	set(next: Value): void
	subscribe(listener: () => void): () => void
}

export const createSignal = <Value>(initial: Value): Signal<Value> => {
	const listeners = new Set<() => void>()
	let value = initial
	return {
		get: () => value,
		set(next) {
			value = next
			for (const listener of listeners) listener()
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}
