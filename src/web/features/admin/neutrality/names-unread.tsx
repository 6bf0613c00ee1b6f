import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import type { KnownNames } from './use-names.ts'

/** Says that the names of others are not marked, where they could not be read. */
export const NamesUnread = ({ known }: { readonly known: KnownNames }) => {
	if (known.failure === null) return null
	return (
		<div role="alert" className="mb-4 flex flex-wrap items-center gap-3">
			<p className="font-medium text-error">{extraction.review.namesUnread}</p>
			<button type="button" className="btn" onClick={known.reload}>
				{common.retry}
			</button>
		</div>
	)
}
