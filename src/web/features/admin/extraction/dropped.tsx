import type { ExtractionResult } from '#contract/policy-extraction.ts'
import { extraction } from '#web/texts/admin/extraction.ts'

const texts = extraction.review

const REASONS: Readonly<Record<string, string>> = texts.droppedReasons

/** What was found and is not proposed, and why. */
export const Dropped = ({ result }: { readonly result: ExtractionResult }) => {
	const { dropped, policies } = result
	if (dropped.length === 0) return null
	const texted = new Map(policies.map(({ id, text }) => [id, text]))
	return (
		<details className="mt-5 rounded-box border border-base-300 bg-surface px-4 py-1 shadow-paper">
			<summary className="flex min-h-12 cursor-pointer items-center font-medium">
				{texts.dropped(dropped.length)}
			</summary>
			<ul className="max-h-[60dvh] overflow-y-auto">
				{dropped.map(({ quote, quoteStart, reason, kept, because }) => (
					<li key={`${quoteStart} ${quote}`} className="border-t border-base-300 py-2.5 text-sm">
						<p className="wrap-anywhere">{`“${quote}”`}</p>
						<p className="mt-0.5 text-muted wrap-anywhere">
							<span>{[REASONS[reason] ?? reason, because].filter(Boolean).join(': ')}</span>
							{kept !== null && texted.get(kept) && (
								<span>{` ${texts.keptInstead(texted.get(kept) ?? '')}`}</span>
							)}
						</p>
					</li>
				))}
			</ul>
		</details>
	)
}

/** What of the source was not read, because no visitor sees it: counted, and shown to whoever wants to see it. */
export const LeftOut = ({ leftOut }: Pick<ExtractionResult, 'leftOut'>) => {
	if (!leftOut || leftOut.words === 0) return null
	return (
		<details className="mt-5 rounded-box border border-base-300 bg-surface px-4 py-1 shadow-paper">
			<summary className="flex min-h-12 cursor-pointer items-center font-medium">
				{texts.leftOut(leftOut.words)}
			</summary>
			<p className="border-t border-base-300 py-2.5 text-sm text-muted">{texts.leftOutWhy}</p>
			<ul className="max-h-[60dvh] overflow-y-auto">
				{[...new Set(leftOut.texts)].map((text) => (
					<li key={text} className="border-t border-base-300 py-2.5 text-sm wrap-anywhere">
						{text}
					</li>
				))}
			</ul>
		</details>
	)
}
