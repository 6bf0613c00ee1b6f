import { answerCosts } from './answer-costs.ts'
import type { Figure } from './figure.ts'
import { memory } from './memory.ts'
import { statementCosts } from './statement-costs.ts'

/** Measures costs that are counted instead of timed: renders, requests, SQL statements, and memory. */
export const costs = async (): Promise<Figure[]> => [
	...(await answerCosts()),
	...(await statementCosts()),
	...(await memory()),
]
