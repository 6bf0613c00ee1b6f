/** Two candidates as the form has them: with their names, which the fields show. */
export interface PairValues {
	readonly candidate1Id: string
	readonly candidate2Id: string
	readonly candidate1Name: string
	readonly candidate2Name: string
}

export const NO_PAIR: PairValues = {
	candidate1Id: '',
	candidate2Id: '',
	candidate1Name: '',
	candidate2Name: '',
}

/** Whether both candidates are chosen: before that there is nothing to send. */
export const isChosen = ({ candidate1Id, candidate2Id }: PairValues): boolean =>
	candidate1Id !== '' && candidate2Id !== ''
