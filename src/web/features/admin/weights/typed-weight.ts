import { isOfTenths, WEIGHT_SAME } from '#domain/policies.ts'

/** Whether what is typed is a weight that differs from the one of now by more than nothing. */
export const differs = (typed: string, current: number): boolean =>
	typed.trim() !== '' && Math.abs(Number(typed) - current) > WEIGHT_SAME

/** Whether what is typed is one of the weights that there are: 0.1, 0.2 and so on. */
export const isOfStep = (typed: string): boolean => isOfTenths(Number(typed))
