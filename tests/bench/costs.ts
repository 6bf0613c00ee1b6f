import { answerCosts } from './answer-costs.ts'
import type { Figure } from './figure.ts'
import { memory } from './memory.ts'
import { statementCosts } from './statement-costs.ts'

/** What answers and quizzes take of page, network and database, and a server of its machine: counted, not timed. */
export const costs = async (): Promise<Figure[]> => [
	...(await answerCosts()),
	...(await statementCosts()),
	...(await memory()),
]
