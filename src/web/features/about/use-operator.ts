import { useState } from 'react'
import * as v from 'valibot'
import { about, type Operator } from '#contract/about.ts'
import { REFRESHED, type Refreshed } from '#device/reads.ts'
import { call } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { lastingStorage } from '#web/app/storage.ts'
import { type Refresh, useRefresh } from '#web/ui/refresh.ts'

/** Storage key of the last reply, for offline use. */
const KNOWN = 'evenhand.operator'

interface Known {
	/** Null if the operator has not filled it in, or the server lacks the call. */
	readonly operator: Operator | null
}

const parse = (stored: string | null): Known | null => {
	try {
		const known = v.safeParse(about.read.reply, JSON.parse(stored ?? ''))
		return known.success ? known.output : null
	} catch {
		return null
	}
}

const keep = (known: Known): void => {
	try {
		lastingStorage.setItem(KNOWN, JSON.stringify(known))
	} catch {
		// The storage is full: the next visit asks again.
	}
}

/** Follows who runs the installation: what the device stored, then the server's reply. Null before the first reply. */
export const useOperator = (): { readonly known: Known | null; readonly refresh: Refresh } => {
	const [known, setKnown] = useState(() => parse(lastingStorage.getItem(KNOWN)))
	const ask = async (): Promise<Refreshed> => {
		await capabilities.ready()
		const reply = capabilities.lacks('about')
			? { ok: true as const, value: { operator: null } }
			: await call(about.read, {})
		if (!reply.ok) return reply
		keep(reply.value)
		setKnown(reply.value)
		return REFRESHED
	}
	return { known, refresh: useRefresh('about', ask, 'visitor') }
}
