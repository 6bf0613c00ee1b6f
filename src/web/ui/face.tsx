import { useState } from 'react'
import { initialsOf } from './initials.ts'

interface FaceProps {
	readonly name: string
	readonly logo: string | null
	readonly className?: string
}

/** A candidate's logo, or initials where there is none or it does not load. The name stands beside it. */
export const Face = ({ name, logo, className = 'size-14 text-lg' }: FaceProps) => {
	const [broken, setBroken] = useState(false)
	if (logo && !broken) {
		return (
			<img
				src={logo}
				alt=""
				loading="lazy"
				// Whoever hosts the logo need not hear who looks at which candidate.
				referrerPolicy="no-referrer"
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
