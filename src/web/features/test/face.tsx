import { useState } from 'react'
import type { TestCandidate } from '#domain/knowledge-test.ts'
import { initialsOf } from './words.ts'

/** A candidate's logo, or initials where there is none or it does not load. The name stands beside it. */
export const Face = ({ name, logo }: Pick<TestCandidate, 'name' | 'logo'>) => {
	const [broken, setBroken] = useState(false)
	if (logo && !broken) {
		return (
			<img
				src={logo}
				alt=""
				// Whoever hosts the logo need not hear who takes which test.
				referrerPolicy="no-referrer"
				className="size-14 shrink-0 rounded-full border border-base-300 bg-base-200 object-cover"
				onError={() => setBroken(true)}
			/>
		)
	}
	return (
		<span
			aria-hidden="true"
			className="grid size-14 shrink-0 place-items-center rounded-full bg-primary/10 font-serif text-lg font-semibold text-primary"
		>
			{initialsOf(name)}
		</span>
	)
}
