import { WEIGHT_SAME, WEIGHT_STEP } from '#domain/policies.ts'

/** Whether what is typed is a weight that differs from the one of now by more than nothing. */
export const differs = (typed: string, current: number): boolean =>
	typed.trim() !== '' && Math.abs(Number(typed) - current) > WEIGHT_SAME

/** Whether what is typed is one of the weights that there are: 0.1, 0.2 and so on. */
export const isOfStep = (typed: string): boolean => {
	const steps = Number(typed) / WEIGHT_STEP
	return Math.abs(steps - Math.round(steps)) < 1e-6
}
