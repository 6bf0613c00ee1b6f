import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Equal } from 'lucide-react'

const CHOICES = [ChevronsLeft, ChevronLeft, Equal, ChevronRight, ChevronsRight]

/** A picture of a statement card: what answering looks like. For the eye only. */
export const SampleBallot = () => (
	<div aria-hidden="true" className="relative mx-auto w-full max-w-sm select-none">
		<div className="absolute inset-x-4 top-0 h-full rotate-3 rounded-box border border-base-300 bg-base-200" />
		<div className="absolute inset-x-2 top-0 h-full -rotate-2 rounded-box border border-base-300 bg-base-200" />
		<div className="relative rounded-box border border-base-300 bg-surface p-6 shadow-paper">
			<div className="mb-5 flex items-center gap-3 text-sm text-muted">
				<span className="h-1.5 flex-1 overflow-hidden rounded-full bg-base-300">
					<span className="block h-full w-2/5 rounded-full bg-primary" />
				</span>
				8 of 20
			</div>
			<p className="font-serif text-2xl leading-snug">
				“Forests, coal and oil lands and water power should stay in public hands.”
			</p>
			<p className="mt-4 flex items-center gap-2 text-sm text-muted">
				<span className="h-3 w-28 rounded-full bg-base-content/80" />
				name hidden
			</p>
			<div className="mt-6 flex justify-between">
				{CHOICES.map((Icon, index) => (
					<span
						key={Icon.displayName}
						className={`grid size-12 place-items-center rounded-full border ${
							index === 3
								? 'border-primary bg-primary text-primary-content'
								: 'border-base-300 text-muted'
						}`}
					>
						<Icon className="size-5" />
					</span>
				))}
			</div>
		</div>
	</div>
)
