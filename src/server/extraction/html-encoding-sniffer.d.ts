declare module 'html-encoding-sniffer' {
	/** Detects a document's encoding by the WHATWG sniffing algorithm. */
	function sniff(
		bytes: Uint8Array,
		options: {
			readonly xml?: boolean
			readonly transportLayerEncodingLabel?: string
			readonly defaultEncoding: string | null
		},
	): string | null
	export = sniff
}
