declare module 'html-encoding-sniffer' {
	/** Names the encoding of a document by the WHATWG's sniffing algorithm; the default where nothing names one. */
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
