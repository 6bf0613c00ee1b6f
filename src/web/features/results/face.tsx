import { useState } from 'react'

interface FaceProps {
	readonly name: string
	readonly logo: string | null
	readonly className?: string
}

const initialsOf = (name: string): string =>
	name
		.split(/\s+/)
		.flatMap((word) => word.charAt(0))
		.filter((_, index, all) => index === 0 || index === all.length - 1)
		.join('')
		.toUpperCase()

/** A candidate's logo, or initials where there is none or it does not load. The name stands beside it. */
export const Face = ({ name, logo, className = 'size-14 text-lg' }: FaceProps) => {
	const [broken, setBroken] = useState(false)
	if (logo && !broken) {
		return (
			<img
				src={logo}
				alt=""
				loading="lazy"
				className={`shrink-0 rounded-full border border-base-300 bg-base-200 object-cover ${className}`}
				onError={() => setBroken(true)}
			/>
		)
	}
	return (
		<span
			aria-hidden="true"
			className={`grid shrink-0 place-items-center rounded-full bg-primary/10 font-serif font-semibold text-primary ${className}`}
		>
			{initialsOf(name)}
		</span>
	)
}
