const KB = 1024
const MB = KB * KB

/** A number of bytes in words, rounded: "48 KB", "1.2 MB". */
export const sizeText = (bytes: number): string =>
	bytes < MB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / MB).toFixed(1)} MB`
