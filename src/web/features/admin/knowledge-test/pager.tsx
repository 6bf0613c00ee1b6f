import { FEEDBACK_PAGE_SIZES } from '#contract/feedback.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { numberText } from '#web/ui/numbers.ts'
import { Select } from '../forms/select.tsx'
import type { PlaceProps } from './use-feedback.ts'

interface PagerProps extends PlaceProps {
	readonly totalPages: number
}

const SIZES = FEEDBACK_PAGE_SIZES.map((size) => ({
	value: String(size),
	label: texts.perPage(size),
}))

const Steps = ({ place, totalPages, onPlace }: PagerProps) => {
	const { page } = place
	const step = (by: number): void => {
		const next = page + by
		if (next >= 0 && next < totalPages) onPlace({ ...place, page: next })
	}
	return (
		<div className="flex flex-wrap items-center gap-3">
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
	)
}

/** From page to page, where there are several, and how long they are. */
export const Pager = (props: PagerProps) => {
	const { place, totalPages, onPlace } = props
	return (
		<nav
			aria-label={texts.pages}
			className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3"
		>
			{totalPages > 1 && <Steps {...props} />}
			<div className="ms-auto w-44">
				<Select
					label={texts.pageSize}
					value={String(place.size)}
					options={SIZES}
					onValue={(value) => {
						const size = FEEDBACK_PAGE_SIZES.find((known) => String(known) === value)
						// Another size begins at the first page.
						if (size !== undefined) onPlace({ ...place, page: 0, size })
					}}
				/>
			</div>
		</nav>
	)
}
