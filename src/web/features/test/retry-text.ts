/** What the button says that tries a start again. @param left how many seconds it has to wait still. */
export const retryText = (left: number): string => {
	if (left <= 0) return 'Try Again'
	return left < 100 ? `Try Again in ${left} s` : `Try Again in ${Math.ceil(left / 60)} min`
}
