interface SkeletonsProps {
	/** What is being loaded, for those who cannot see it. */
	readonly label: string
	readonly count?: number
}

/** Stands in for a list that this device has never seen, while it is read for the first time. */
export const Skeletons = ({ label, count = 3 }: SkeletonsProps) => (
	<div role="status" className="grid gap-4 sm:grid-cols-2">
		<span className="sr-only">{label}</span>
		{Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
			<div key={key} className="skeleton h-32 rounded-box" />
		))}
	</div>
)
