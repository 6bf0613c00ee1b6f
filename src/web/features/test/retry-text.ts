import { testEnd } from '#web/texts/test-end.ts'
/** What the button says that tries a start again. @param left how many seconds it has to wait still. */
export const retryText = (left: number): string => {
	if (left <= 0) return testEnd.tryAgain
	return testEnd.tryIn(left < 100 ? `${left} s` : `${Math.ceil(left / 60)} min`)
}
