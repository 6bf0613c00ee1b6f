import { useEffect, useSyncExternalStore } from 'react'
import type { Capability } from '#contract/capabilities.ts'
import { health } from '#contract/health.ts'
import { createSignal } from '#device/signal.ts'
import type { Call } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { call } from './api.ts'
import { lastingStorage } from './storage.ts'

const KNOWN = 'evenhand.capabilities'
/** The back-office waits for the reply, so a hanging server must not block it. */
const PATIENCE_MS = 5000

export interface Capabilities {
	/** True if the server has it, as far as known. False before the first reply. */
	has(name: Capability): boolean
	/**
	 * Asks the server once per page load. Resolves at once if an earlier list is stored, else after the reply. A failure
	 * keeps the last list, and the next call asks again.
	 */
	ready(): Promise<void>
	/** True if the server is known to lack it. */
	lacks(name: Capability): boolean
	/** Waits until the list is known. */
	offers(name: Capability): Promise<boolean>
	/** Calls back when the list changes. */
	subscribe(listener: () => void): () => void
	/** Forgets that the server was asked, as a page load does. */
	reload(): void
}

const parse = (stored: string | null): readonly string[] | null =>
	stored === null ? null : stored.split(' ').filter(Boolean)

/** True for a status that an older server sends for an unknown call. */
const isUnknownCall = (failure: Failure): boolean =>
	failure.kind === 'problem' && [404, 405, 501].includes(failure.status)

/** @param storage keeps the list for offline starts. */
export const createCapabilities = (
	call: Call,
	storage: Pick<Storage, 'getItem' | 'setItem'>,
): Capabilities => {
	const list = createSignal(parse(storage.getItem(KNOWN)))
	let asking: Promise<void> | null = null
	const set = (names: readonly string[]): void => {
		if (names.join(' ') === list.get()?.join(' ')) return
		list.set(names)
		try {
			storage.setItem(KNOWN, names.join(' '))
		} catch {
			// The storage is full: the next page load asks again.
		}
	}
	const ask = async (): Promise<void> => {
		const reply = await call(health.check, {}, { timeoutMs: PATIENCE_MS })
		if (reply.ok) set(reply.value.capabilities)
		// A server without the call has only what is specified. Other failures prove nothing.
		else if (isUnknownCall(reply.error)) set([])
		else asking = null
	}
	const has = (name: Capability): boolean => list.get()?.includes(name) ?? false
	const lacks = (name: Capability): boolean => list.get()?.includes(name) === false
	const ready = async (): Promise<void> => {
		asking ??= ask()
		if (list.get() === null) await asking
	}
	return {
		has,
		lacks,
		ready,
		async offers(name) {
			await ready()
			return has(name)
		},
		subscribe: list.subscribe,
		reload() {
			asking = null
			list.set(parse(storage.getItem(KNOWN)))
		},
	}
}

export const capabilities = createCapabilities(call, lastingStorage)

/** True if the server has it. Updates when a newer list arrives. */
export const useCapability = (name: Capability): boolean =>
	useSyncExternalStore(capabilities.subscribe, () => capabilities.has(name))

/** For pages that wait for no call: asks the server, and returns true once it is known to lack a capability. */
export const useLacking = (name: Capability): boolean => {
	useEffect(() => void capabilities.ready().catch(reportError), [])
	return useSyncExternalStore(capabilities.subscribe, () => capabilities.lacks(name))
}
