import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { useFirmness } from './use-firmness.ts'

/** How firm the first place is, in words. */
export const HowFirm = ({ results }: { readonly results: AttemptResults }) => {
	const words = useFirmness(results)
	if (words === null) return null
	return (
		<section className="mt-6 rounded-box border border-base-300 bg-surface p-5 shadow-paper">
			<h2 className="text-xl font-semibold">{texts.howFirm}</h2>
			<p className="mt-2 font-medium">{words.finding}</p>
			<p className="mt-1 text-sm text-muted">{words.meaning}</p>
		</section>
	)
}
