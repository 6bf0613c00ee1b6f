/** How long a browser may take to begin with a download, in ms. */
const DOWNLOAD_MS = 60_000

/** Hands a text to the voter as a file, made on this device. */
export const saveText = (name: string, text: string): void => {
	const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS)
}
