import type { ReactNode } from 'react'
import type { ExtractionResult } from '#contract/admin/extraction.ts'
import { countWords } from '#domain/policies.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'

const texts = extraction.review
const REASONS: Readonly<Record<string, string>> = texts.droppedReasons

const Collapsed = ({ title, children }: { title: string; children: ReactNode }) => (
	<details className="mt-5 rounded-box border border-base-300 bg-surface px-4 py-1 shadow-paper">
		<summary className="flex min-h-12 cursor-pointer items-center font-medium">{title}</summary>
		{children}
	</details>
)

export const DiscardedProposals = ({ result }: { readonly result: ExtractionResult }) => {
	const { dropped, policies } = result
	if (dropped.length === 0) return null
	const textById = new Map(policies.map(({ id, text }) => [id, text]))
	return (
		<Collapsed title={texts.dropped(dropped.length)}>
			<ul className="max-h-[60dvh] overflow-y-auto">
				{dropped.map(({ quote, quoteStart, reason, kept, because }) => {
					const original = kept === null ? undefined : textById.get(kept)
					return (
						<li key={`${quoteStart} ${quote}`} className="border-t border-base-300 py-2.5 text-sm">
							<p className="wrap-anywhere">{`“${quote}”`}</p>
							<p className="mt-0.5 text-muted wrap-anywhere">
								<span>{[REASONS[reason] ?? reason, because].filter(Boolean).join(': ')}</span>
								{original && <span>{` ${texts.keptInstead(original)}`}</span>}
							</p>
						</li>
					)
				})}
			</ul>
		</Collapsed>
	)
}

const LEFT_OUT_REASONS: Readonly<Record<string, string>> = texts.leftOutReasons

export const LeftOutText = ({ leftOut }: Pick<ExtractionResult, 'leftOut'>) => {
	if (!leftOut || leftOut.words === 0) return null
	// Older results have no reasons.
	const groups = leftOut.groups.length > 0 ? leftOut.groups : [{ reason: 'hidden', ...leftOut }]
	return (
		<Collapsed title={texts.leftOut(leftOut.words)}>
			<p className="border-t border-base-300 py-2.5 text-sm text-muted">{texts.leftOutWhy}</p>
			<div className="max-h-[60dvh] overflow-y-auto">
				{groups.map(({ reason, words, texts: lines }) => (
					<section key={reason} aria-label={LEFT_OUT_REASONS[reason] ?? reason}>
						<h4 className="pt-3 pb-1 text-sm font-semibold">
							{texts.leftOutGroup(LEFT_OUT_REASONS[reason] ?? reason, words)}
						</h4>
						<ul>
							{[...new Set(lines)].map((line) => (
								<li key={line} className="border-t border-base-300 py-2.5 text-sm wrap-anywhere">
									{line}
								</li>
							))}
						</ul>
						{countWords(lines.join(' ')) < words && (
							<p className="py-2.5 text-sm text-muted">
								{texts.leftOutCut(countWords(lines.join(' ')), words)}
							</p>
						)}
					</section>
				))}
			</div>
		</Collapsed>
	)
}
