import type { ReactNode } from 'react'
import { testEnd } from '#web/texts/test-end.ts'
import type { Mark } from './figures.ts'

const SIGNS = { true: '✓', false: '✗', null: '?', refused: '!' } as const
const LOOKS = {
	true: 'border-success bg-success text-success-content',
	false: 'border-warning text-warning',
	null: 'border-edge text-muted',
	refused: 'border-error text-error',
} as const

const Sign = ({ outcome, children }: { readonly outcome: Mark; readonly children?: ReactNode }) => (
	<span
		className={`grid size-6 shrink-0 place-items-center rounded-full border-2 text-sm font-bold ${LOOKS[`${outcome}`]}`}
	>
		<span aria-hidden="true">{SIGNS[`${outcome}`]}</span>
		{children}
	</span>
)

/** The answers over the session: one mark for each, in the order in which they were given, by shape and word. */
export const AnswersPicture = ({ outcomes }: { readonly outcomes: readonly Mark[] }) => {
	const kinds = ([true, false, null, 'refused'] as const).filter((kind) => outcomes.includes(kind))
	return (
		<figure className="mt-6">
			<figcaption className="flex flex-wrap items-center gap-4 text-sm text-muted">
				<span className="font-semibold text-base-content">{testEnd.inOrder}</span>
				{kinds.map((kind) => (
					<span
						key={testEnd.marks[`${kind}`]}
						aria-hidden="true"
						className="flex items-center gap-2"
					>
						<Sign outcome={kind} />
						<span>{testEnd.marks[`${kind}`]}</span>
					</span>
				))}
			</figcaption>
			<ol className="mt-3 grid grid-cols-5 gap-2 sm:grid-cols-10">
				{outcomes.map((outcome, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: an answer is its place in the order.
					<li key={index} className="flex items-center gap-1 text-sm text-muted tabular-nums">
						<span className="sr-only">{testEnd.answer} </span>
						<span>{index + 1}</span>
						<Sign outcome={outcome}>
							<span className="sr-only">: {testEnd.marks[`${outcome}`]}</span>
						</Sign>
					</li>
				))}
			</ol>
		</figure>
	)
}
