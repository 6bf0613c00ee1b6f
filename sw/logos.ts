const CACHE = 'evenhand-logos'
/** How many logos are kept; the ones that were not looked at for longest go first. */
const MOST = 60

export interface LogoDeps {
	readonly caches: CacheStorage
	readonly fetch: (request: Request) => Promise<Response>
}

export interface LogoReply {
	/** What the page gets: the stored picture, else the network's. Never rejected: a picture that is missing is no fault. */
	readonly response: Promise<Response>
	/** Settles when the fresh picture is stored, or there is none. */
	readonly stored: Promise<void>
}

/** What another host does not let us look into ("opaque") is taken on trust; the rest must be a picture. */
const isPicture = (response: Response): boolean =>
	response.type === 'opaque' ||
	(response.ok && (response.headers.get('content-type') ?? '').startsWith('image/'))

/** Candidates' logos: shown from the device at once, and fetched anew behind it. */
export const createLogos = ({ caches, fetch }: LogoDeps) => {
	const keep = async (request: Request, response: Response): Promise<void> => {
		if (!isPicture(response)) return
		try {
			const cache = await caches.open(CACHE)
			await cache.put(request, response)
			const kept = await cache.keys()
			await Promise.all(kept.slice(0, -MOST).map((oldest) => cache.delete(oldest)))
		} catch {
			// There is no room: answers come before pictures.
			await caches.delete(CACHE)
		}
	}

	return (request: Request): LogoReply => {
		const fresh = fetch(request)
		// Copied before the page reads it.
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
