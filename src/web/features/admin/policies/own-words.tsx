import type { ManagedPolicy } from '#contract/manage-policies.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'
import { Address } from '../address.tsx'

/** What the candidate said, of which a policy was made, and where: whoever looks at the policy can check it. */
export const OwnWords = ({ quote, source, sourceUrl }: ManagedPolicy) => {
	if (!quote && !source) return null
	return (
		<figure className="border-s-2 border-base-300 ps-3 text-sm wrap-anywhere">
			{quote && (
				<blockquote aria-label={texts.ownWords} className="whitespace-pre-line">
					{texts.quoted(quote)}
				</blockquote>
			)}
			<figcaption className="text-muted empty:hidden">
				{source && <span>{sourceUrl ? `${source} · ` : source}</span>}
				{sourceUrl && <Address url={sourceUrl} />}
			</figcaption>
		</figure>
	)
}
