/** Long policies are set smaller, so that they fit a phone without scrolling. */
const sizeOf = (text: string): string =>
	text.length > 220 ? 'text-xl' : text.length > 120 ? 'text-2xl' : 'text-[1.7rem]'

/** A policy as a ballot card. */
export const PolicyCard = ({ text }: { readonly text: string }) => (
	<article className="flex w-full flex-col gap-4 rounded-box border border-base-300 bg-surface p-6 shadow-paper sm:p-8">
		<h2 className={`my-auto leading-snug wrap-anywhere font-medium text-pretty ${sizeOf(text)}`}>
			{text}
		</h2>
	</article>
)
