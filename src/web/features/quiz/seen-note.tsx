import { useState } from 'react'
import type { ShownIntro } from '#device/elections.ts'
import { mayBeAnothers } from '#web/app/test-feature.ts'
import { knowing as texts } from '#web/texts/en/knowing.ts'

/** Says beforehand what the knowledge test has shown with names. */
export const SeenNote = ({ seen }: Pick<ShownIntro, 'seen'>) => {
	// The statements may load later. Reserve two lines to avoid a layout shift.
	const [reserved] = useState(seen?.count === null)
	const count = seen?.count ?? 0
	if (seen === null || (count === 0 && !reserved)) return null
	const textOf = mayBeAnothers(seen) ? texts.seenHere : texts.seen
	return <p className="mt-3 min-h-[2lh]">{count > 0 && textOf(count)}</p>
}
