import { Printer, ReceiptText, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { receiptOf, saveReceipt } from './receipt.ts'
import { ShareDialog } from './share-dialog.tsx'

const BUTTON =
	'btn btn-outline h-auto min-h-12 flex-col gap-1 px-3 py-3 text-sm sm:flex-row sm:text-base sm:gap-2'
const ICON = { 'aria-hidden': true, className: 'size-5' } as const

/** What can be done with results: share them, print them, keep a receipt. */
export const Actions = ({ results }: { readonly results: AttemptResults }) => {
	const [sharing, setSharing] = useState(false)
	const receipt = receiptOf(results)
	return (
		<section className="mt-8 border-t border-base-300 pt-6">
			<h2 className="text-xl font-semibold">{texts.keepOrShare}</h2>
			<div className="mt-3 flex flex-wrap gap-3 *:grow">
				<button type="button" className={BUTTON} onClick={() => setSharing(true)}>
					<Share2 {...ICON} />
					<span>{texts.share}</span>
				</button>
				<button type="button" className={BUTTON} onClick={() => print()}>
					<Printer {...ICON} />
					<span>{texts.print}</span>
				</button>
				{receipt && (
					<button type="button" className={BUTTON} onClick={() => saveReceipt(receipt)}>
						<ReceiptText {...ICON} />
						<span>{texts.receipt}</span>
					</button>
				)}
			</div>
			{receipt && <p className="mt-3 text-sm text-muted">{texts.receiptText}</p>}
			{sharing && <ShareDialog results={results} onClose={() => setSharing(false)} />}
		</section>
	)
}
