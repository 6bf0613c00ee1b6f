const STEPS_MAX = 5

/** Whole numbers from 0 to `max` in steps of 1, 2, or 5 times a power of ten. */
export const ticksOf = (max: number): readonly number[] => {
	const least = Math.max(1, max / STEPS_MAX)
	const power = 10 ** Math.floor(Math.log10(least))
	const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
	return Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step)
}

/** Compact notation ("1M"): the space above a bar is as narrow for a million as for ten. */
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' })

/** End of the scale: a little beyond the largest count, and never 0. */
export const scaleEnd = (counts: readonly number[]): number => Math.max(1, ...counts) * 1.05

export interface Bar {
	readonly label: string
	readonly value: number
	/** Color class: "text-success". */
	readonly colorClass: string
}

interface BarChartProps {
	readonly bars: readonly Bar[]
	readonly max: number
}

/** Decorative chart of horizontal bars, the first on top. The page shows the same figures in a table. */
export const BarChart = ({ bars, max }: BarChartProps) => (
	<div aria-hidden="true" data-chart="bars" className="flex gap-2 pe-4 text-sm text-muted">
		<div className="grid w-28 shrink-0 auto-rows-[2.5rem] items-center text-end">
			{bars.map(({ label }) => (
				<span key={label}>{label}</span>
			))}
		</div>
		<div className="relative min-w-0 flex-1 pb-8">
			{ticksOf(max).map((tick) => (
				<span
					key={tick}
					className="absolute top-0 bottom-8 border-s border-base-300"
					style={{ insetInlineStart: `${(100 * tick) / max}%` }}
				>
					<span className="absolute top-full pt-1 -translate-x-1/2 rtl:translate-x-1/2">
						{tick}
					</span>
				</span>
			))}
			{bars.map(({ label, value, colorClass }) => (
				<div key={label} className="relative flex h-10 items-center">
					<div
						className={`h-6 bg-current forced-color-adjust-none ${colorClass}`}
						style={{ width: `${(100 * value) / max}%` }}
					/>
				</div>
			))}
		</div>
	</div>
)

interface ColumnChartProps {
	readonly bars: readonly Omit<Bar, 'colorClass'>[]
	readonly name: string
	readonly across: string
}

/** Decorative chart of counts as vertical bars. The page shows the same figures in a table. */
export const ColumnChart = ({ bars, name, across }: ColumnChartProps) => {
	const max = Math.max(1, ...bars.map(({ value }) => value))
	const heightOf = (value: number): string => `${(100 * value) / max}%`
	return (
		<div
			aria-hidden="true"
			data-chart="columns"
			className="@container grid h-80 grid-cols-[auto_auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto_auto] gap-x-2 pe-3 pt-6 text-sm text-muted"
		>
			<span className="rotate-180 place-self-center [writing-mode:vertical-rl]">{name}</span>
			<div className="relative">
				{/* Gives the column the width of its largest number. */}
				<span className="invisible">{max}</span>
				{ticksOf(max).map((tick) => (
					<span
						key={tick}
						className="absolute end-0 translate-y-1/2"
						style={{ bottom: heightOf(tick) }}
					>
						{tick}
					</span>
				))}
			</div>
			<div className="relative flex gap-[3%]">
				{ticksOf(max).map((tick) => (
					<span
						key={tick}
						className="absolute inset-x-0 border-b border-base-300"
						style={{ bottom: heightOf(tick) }}
					/>
				))}
				{bars.map(({ label, value }) => (
					<div key={label} className="relative flex min-w-0 flex-1 items-end">
						<div
							className="relative w-full rounded-t-sm bg-primary forced-color-adjust-none"
							style={{ height: heightOf(value) }}
						>
							{value > 0 && (
								<span className="absolute inset-x-0 bottom-full text-center font-semibold text-base-content">
									{COMPACT.format(value)}
								</span>
							)}
						</div>
					</div>
				))}
			</div>
			<div className="col-start-3 flex gap-[3%] pt-1">
				{bars.map(({ label }) => (
					<span
						key={label}
						className="flex min-w-0 flex-1 justify-center whitespace-nowrap @max-lg:h-12 @max-lg:translate-y-3 @max-lg:-rotate-50"
					>
						{label}
					</span>
				))}
			</div>
			<span className="col-start-3 text-center">{across}</span>
		</div>
	)
}
