import { afterEach } from 'vitest'
import { type Extraction, extract } from '#domain/extraction/extract.ts'
import type { SourceText } from '#domain/extraction/text.ts'
import { choose } from '#server/extraction/choose.ts'
import { type ImproveOptions, improve } from '#server/extraction/model.ts'
import { readText } from '#server/extraction/read-source.ts'
import { type ModelServer, startModelServer } from '#tests/support/model-server.ts'

const TEXT = `# Homes

We will build 600 council homes on the harbour by 2028.
We will never sell the water works to a private company.

# Health

We will open two walk-in clinics in the north of the town.
We will open walk-in clinics for the town at night.
`

const servers: ModelServer[] = []
afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => server.stop()))
})

/** Starts a model server that stops after the test. */
export const serve = async (
	answer: Parameters<typeof startModelServer>[0],
): Promise<ModelServer> => {
	const server = await startModelServer(answer)
	servers.push(server)
	return server
}

export const prepared = async (
	text = TEXT,
): Promise<{ source: SourceText; extraction: Extraction }> => {
	const { source } = readText(text)
	const outcome = await extract(source)
	if (!outcome.ok) throw new Error(outcome.error)
	return { source, extraction: outcome.value }
}

/** Improves the proposals of a text and adds what the model chooses; `extraction` has the built-in ones. */
export const improved = async (options: ImproveOptions, text = TEXT) => {
	const { source, extraction } = await prepared(text)
	const reworded = await improve(extraction, source, options)
	const chosen = await choose(reworded, source, options)
	const statements = chosen.proposals.map(({ statement }) => statement.text)
	return { ...chosen, statements, extraction, source }
}
