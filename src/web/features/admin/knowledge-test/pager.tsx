import { FEEDBACK_PAGE_SIZES } from '#contract/feedback.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { numberText } from '#web/ui/numbers.ts'
import { Select } from '../forms/select.tsx'
import type { Place } from './place.ts'

interface PagerProps {
	readonly place: Place
	readonly totalPages: number
	readonly onPlace: (place: Place) => void
}

const SIZES = FEEDBACK_PAGE_SIZES.map((size) => ({
	value: String(size),
	label: texts.perPage(size),
}))

/** From page to page, where there are several. */
export const Pager = ({ place: { page, size }, totalPages, onPlace }: PagerProps) => {
	const step = (by: number): void => {
		const next = page + by
		if (next >= 0 && next < totalPages) onPlace({ page: next, size })
	}
	return (
		<nav
			aria-label={texts.pages}
			className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3"
		>
			<div className="flex items-center gap-3">
				<button type="button" className="btn" aria-disabled={page === 0} onClick={() => step(-1)}>
					{texts.previous}
				</button>
				<p role="status">{texts.pageOf(numberText(page + 1), numberText(totalPages))}</p>
				<button
					type="button"
					className="btn"
					aria-disabled={page >= totalPages - 1}
					onClick={() => step(1)}
				>
					{texts.next}
				</button>
			</div>
			<div className="w-44">
				<Select
					label={texts.pageSize}
					value={String(size)}
					options={SIZES}
					onValue={(value) => {
						const chosen = FEEDBACK_PAGE_SIZES.find((known) => String(known) === value)
						// Another size begins at the first page.
						if (chosen !== undefined) onPlace({ page: 0, size: chosen })
					}}
				/>
			</div>
		</nav>
	)
}
