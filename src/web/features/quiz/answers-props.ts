/** What the answers of a statement are given. */
export interface AnswersProps {
	/** The answer given before, if any. */
	readonly value: number | null
	readonly onChoose: (value: number) => void
}
