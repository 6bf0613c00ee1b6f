/** A promise that the test settles when it has looked at what happens before. */
export const deferred = <Value>() => {
	let resolve: (value: Value) => void = () => undefined
	const promise = new Promise<Value>((settle) => {
		resolve = settle
	})
	return { promise, resolve }
}
