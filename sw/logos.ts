const CACHE = 'evenhand-logos'
/** Maximum number of stored logos. The least recently shown ones are evicted first. */
const MOST = 60

export interface LogoDeps {
	readonly caches: CacheStorage
	readonly fetch: (request: Request) => Promise<Response>
}

export interface LogoReply {
	/** Stored logo, else the network's. Never rejects, because a missing logo is not an error. */
	readonly response: Promise<Response>
	/** Settles when the fresh logo is stored, or there is none. */
	readonly stored: Promise<void>
}

/** Accepts opaque replies of other hosts, which cannot be inspected. Others must be images. */
const isPicture = (response: Response): boolean =>
	response.type === 'opaque' ||
	(response.ok && (response.headers.get('content-type') ?? '').startsWith('image/'))

/** Serves candidates' logos: stale while revalidate. */
export const createLogos = ({ caches, fetch }: LogoDeps) => {
	const keep = async (request: Request, response: Response): Promise<void> => {
		if (!isPicture(response)) return
		try {
			const cache = await caches.open(CACHE)
			await cache.put(request, response)
			const kept = await cache.keys()
			await Promise.all(kept.slice(0, -MOST).map((oldest) => cache.delete(oldest)))
		} catch {
			// Out of space: answers are more important than logos.
			await caches.delete(CACHE)
		}
	}

	return (request: Request): LogoReply => {
		const fresh = fetch(request)
		// Clone before the page reads it.
		const stored = fresh.then(
			(response) => keep(request, response.clone()),
			() => undefined,
		)
		const response = caches
			.open(CACHE)
			.then((cache) => cache.match(request))
			.then((kept) => kept ?? fresh)
			.catch(() => Response.error())
		return { response, stored }
	}
}
