import type { Holdings } from '#device/your-data.ts'
import { knowing } from '#web/texts/en/knowing.ts'
import { yourData } from '#web/texts/en/your-data.ts'

interface HeldListProps {
	readonly first: readonly string[]
	/** Null until counted. */
	readonly held: Holdings | null
}

/** Lists the data that will be deleted, omitting zero counts. */
export const HeldList = ({ first, held }: HeldListProps) => {
	const lines = [
		...first,
		...(held && held.unsent > 0 ? [yourData.unsent(held)] : []),
		...(held && held.refused > 0 ? [yourData.refused(held)] : []),
		...(held && held.notes > 0 ? [knowing.heldNotes(held.notes)] : []),
		...(held && held.knowledgeTests > 0 ? [yourData.knowledgeTests(held)] : []),
	]
	return (
		<ul className="mt-2 grid list-disc gap-1 pl-5">
			{lines.map((line) => (
				<li key={line}>{line}</li>
			))}
		</ul>
	)
}
