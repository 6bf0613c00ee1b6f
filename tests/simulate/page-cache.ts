import type { SignedIn } from '#device/context.ts'
import { returnFromCache } from '#device/idb-source.ts'
import type { Tab } from './device.ts'
import type { Wire } from './network.ts'
import type { World } from './world.ts'

/**
 * The back/forward cache: pages in it run nothing, and may come back. They keep their locks, as in WebKit before
 * July 2025 (bug 283528). Chrome and Firefox do not cache a page that has or awaits a lock.
 */
export interface PageCache {
	/** Puts a page into the cache, like a navigation does. Old builds are not kept. */
	hide(tab: Tab): void
	/** Takes it out again, if it is there. */
	show(tab: Tab): void
	/** The voter looks at a page. */
	visit(tab: Tab): void
}

export interface PageCacheEvents {
	readonly onReport: (error: unknown) => void
	readonly signedIn: () => SignedIn | null
}

export const createPageCache = (
	world: World,
	wire: Wire,
	{ onReport, signedIn }: PageCacheEvents,
): PageCache => {
	/** Token of the pages when they were put into the cache. */
	const cached = new Map<Tab, string | undefined>()

	/** Does what the pages' `visibilitychange` does to the store. */
	const becomeHidden = ({ local, source }: Tab): void => {
		if (!source?.suspended() && signedIn()) local.guard.run(local.outbox.counts).catch(onReport)
	}
	const becomeVisible = ({ local, visitor }: Tab): void => {
		if (signedIn()) local.guard.probe().then(local.engine.wake).catch(onReport)
		visitor?.engine.wake().catch(onReport)
	}

	return {
		visit: becomeVisible,
		hide(tab) {
			const { source, storage, db } = tab
			if (source === null || tab.frozen) return
			world.log(`${tab.name} enters the cache`)
			// The voter may have switched to another tab before.
			const early = world.oneIn(3)
			if (early) becomeHidden(tab)
			source.suspend()
			// Dexie's own listener.
			db.close({ disableAutoOpen: false })
			storage.hidden = true
			if (!early) becomeHidden(tab)
			cached.set(tab, signedIn()?.token)
			// An open on the way into the cache may never be answered.
			storage.freeze(world.oneIn(2))
			tab.frozen = true
			wire.exempt(tab)
			if (world.oneIn(2)) wire.cut(tab)
		},
		show(tab) {
			const { source, storage, local, db } = tab
			if (source === null || tab.dead || !cached.has(tab)) return
			const token = cached.get(tab)
			cached.delete(tab)
			world.log(`${tab.name} leaves the cache`)
			tab.frozen = false
			tab.thawedAt = world.now()
			// Browsers differ in this order.
			const early = world.oneIn(2)
			if (early) becomeVisible(tab)
			storage.hidden = false
			// After what is overdue, e.g. the notice of a stolen lock.
			world.after(0, tab, storage.thaw)
			returnFromCache(db, source, local.guard).catch(onReport)
			if (!early) becomeVisible(tab)
			if (signedIn()?.token === token) return
			local.session.set(signedIn()).catch(onReport)
			local.engine.start().catch(onReport)
		},
	}
}
