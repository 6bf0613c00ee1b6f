interface BarProps {
	/** 0 to 100. */
	readonly percentage: number
	readonly label: string
}

/** How far along something is. */
export const ProgressBar = ({ percentage, label }: BarProps) => (
	<div
		role="progressbar"
		aria-label={label}
		aria-valuenow={percentage}
		aria-valuemin={0}
		aria-valuemax={100}
		className="h-2 w-full overflow-hidden rounded-full bg-base-300"
	>
		<div
			className="h-full rounded-full bg-primary transition-[width] duration-300"
			style={{ width: `${percentage}%` }}
		/>
	</div>
)
