/** Promise that the test resolves itself. */
export const deferred = <Value>() => {
	let resolve: (value: Value) => void = () => undefined
	const promise = new Promise<Value>((settle) => {
		resolve = settle
	})
	return { promise, resolve }
}
