import { HISTORY_NOUNS, type HistoryNoun } from '#contract/history.ts'

/** What of the log is wanted; what is left out is not asked for. */
export interface HistoryFilter {
	readonly search?: string
	readonly noun?: HistoryNoun
	/** Include changes that people made to their own accounts. Default: administrators' changes only. */
	readonly by?: 'everybody'
	/** One record, by its id. */
	readonly target?: string
	/** Only deletions that can still be taken back. */
	readonly deleted?: 'true'
	/** Days (YYYY-MM-DD), both included. */
	readonly from?: string
	readonly to?: string
}

/** The same as it stands in an address, where anything can stand for the kind. */
export interface HistorySearch extends Omit<HistoryFilter, 'noun'> {
	readonly noun?: string
}

/** What an address asks for; a kind that there is not is left out. */
export const filterOf = ({ noun, ...rest }: HistorySearch): HistoryFilter => {
	const known = HISTORY_NOUNS.find((each) => each === noun)
	return { ...rest, ...(known && { noun: known }) }
}
