import { local } from '#web/app/local.ts'
import { askToPersist } from '#web/app/persistence.ts'

/** Has the browser load the pictures of an election's candidates once, so that the worker has them when there is no connection. */
export const preloadLogos = async (electionId: string): Promise<void> => {
	for (const logo of await local.packs.logos(electionId)) new Image().src = logo
}

/** Saves an election for use without a connection. How far that is, and what went wrong, stands with its package. */
export const savePack = async (electionId: string): Promise<void> => {
	await local.packs.save(electionId)
	await preloadLogos(electionId)
	if ((await local.packs.status(electionId)).state === 'ready') await askToPersist()
}
