import type { Device, Network } from '../support/device.ts'
import { must } from './journey.ts'

export const offline: Network = async () => {
	throw new TypeError('no network')
}

/** Refreshes the active elections like their list does. @returns the ids of the sample's two elections. */
export const openElections = async (
	device: Device,
): Promise<{ readonly id1896: string; readonly id1912: string }> => {
	must(await device.local.elections.refreshActive())
	const elections = (await device.local.elections.active()) ?? []
	const idOf = (year: string): string => {
		const found = elections.find(({ name }) => name.includes(year))
		if (!found) throw new Error(`the sample has no election of ${year}`)
		return found.id
	}
	return { id1896: idOf('1896'), id1912: idOf('1912') }
}

export const openList = async ({ local }: Device, electionId: string): Promise<void> => {
	must(await local.compareQuizzes.refreshOf(electionId))
	must(await local.packs.refresh(electionId))
}

export const quizOf = async (
	{ local }: Device,
	electionId: string,
	quizType: string,
): Promise<string> => {
	const quizzes = (await local.compareQuizzes.activeOf(electionId)) ?? []
	const found = quizzes.find((quiz) => quiz.quizType === quizType)
	if (!found) throw new Error(`no ${quizType} quiz of ${electionId}`)
	return found.id
}
