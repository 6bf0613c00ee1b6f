interface BarProps {
	/** 0 to 100. */
	readonly percentage: number
	readonly label: string
}

export const ProgressBar = ({ percentage, label }: BarProps) => (
	<progress
		aria-label={label}
		value={percentage}
		max={100}
		className="progress progress-primary bg-base-300"
	/>
)
