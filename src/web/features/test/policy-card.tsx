import { contentLanguage } from '#web/texts/language.ts'

/** Long policies and low screens take smaller letters, so that a phone shows the text without scrolling. */
const sizeOf = (text: string): string =>
	text.length > 220
		? 'text-[clamp(1rem,2.8svh,1.25rem)]'
		: text.length > 120
			? 'text-[clamp(1.125rem,3.2svh,1.5rem)]'
			: 'text-[clamp(1.25rem,4svh,1.7rem)]'

/** A policy as a ballot card. */
export const PolicyCard = ({ text }: { readonly text: string }) => (
	<article className="flex w-full flex-col gap-4 rounded-box border border-base-300 bg-surface p-[min(1.5rem,5vw)] shadow-paper sm:p-8">
		<h2
			lang={contentLanguage}
			className={`my-auto leading-snug wrap-anywhere font-medium text-pretty ${sizeOf(text)}`}
		>
			{text}
		</h2>
	</article>
)
