import { useState } from 'react'
import { initialsOf } from '#web/first/looks.ts'

interface FaceProps {
	readonly name: string
	readonly logo: string | null
	readonly className?: string
}

/** The content security policy blocks pictures of other hosts without TLS. Requesting them only fills the log. */
const isLoadable = (logo: string): boolean =>
	!/^http:/i.test(logo) || logo.startsWith(`${globalThis.origin}/`)

/** A candidate's logo, or initials if it is missing or broken. Place the name beside it. */
export const CandidateAvatar = ({ name, logo, className = 'size-14 text-lg' }: FaceProps) => {
	const [broken, setBroken] = useState(false)
	if (logo && !broken && isLoadable(logo)) {
		// Not rounded, because wide or tall logos are shown whole.
		return (
			<img
				src={logo}
				alt=""
				loading="lazy"
				// Keep the logo's host from learning who views which candidate.
				referrerPolicy="no-referrer"
				className={`shrink-0 rounded-field border border-base-300 bg-base-200 object-contain ${className}`}
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
