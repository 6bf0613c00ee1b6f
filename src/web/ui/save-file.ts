/** How long a browser may take to begin with a download, in ms. */
const DOWNLOAD_MS = 60_000

/** Hands the voter a file that was made on this device. */
export const saveFile = (name: string, content: Blob): void => {
	const url = URL.createObjectURL(content)
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS)
}

/** Hands the voter a text as a file. @param type its media type. */
export const saveText = (name: string, text: string, type = 'text/plain'): void =>
	saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
