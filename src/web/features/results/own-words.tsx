import type { Quote } from '#contract/quotes.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { results as texts } from '#web/texts/results.ts'

/** Only what a browser opens as a page: the address was once typed by somebody. */
const isPage = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url)

/** What a candidate said, of which a statement was made, and where. */
export const OwnWords = ({ quote, source, url }: Quote) => (
	<details className="mt-1 text-sm">
		<summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary">
			{texts.ownWords}
		</summary>
		<figure className="rounded-box border border-base-300 px-4 py-3">
			<blockquote lang={contentLanguage} className="whitespace-pre-line wrap-anywhere">
				{quote}
			</blockquote>
			{(source !== null || url !== null) && (
				<figcaption className="mt-1 wrap-anywhere text-muted">
					{source !== null && <span>{url === null ? source : `${source} · `}</span>}
					{url !== null &&
						(isPage(url) ? (
							<a
								className="font-medium text-primary underline"
								href={url}
								target="_blank"
								rel="noopener noreferrer"
							>
								{texts.openSource(url)}
							</a>
						) : (
							<span>{url}</span>
						))}
				</figcaption>
			)}
		</figure>
	</details>
)
