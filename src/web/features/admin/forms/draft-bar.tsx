import { useState } from 'react'
import { common } from '#web/texts/admin/common.ts'
import { dropDraft, type OpenDraft, openDrafts } from './drafts.ts'

interface DraftBarProps {
	/** The kind of record, as in `draftKey`. */
	readonly noun: string
	/** What a record of it is called in a sentence: "election". */
	readonly called: string
	/** Opens the form of a draft; its id is null for a record that is being made. */
	readonly onContinue: (id: string | null) => void
}

/** What was typed before a sign-in ended or the page was left, to go on with. Render it while no form is open. */
export const DraftBar = ({ noun, called, onContinue }: DraftBarProps) => {
	const [drafts, setDrafts] = useState<readonly OpenDraft[]>(() => openDrafts(noun))
	if (drafts.length === 0) return null
	const discard = (key: string): void => {
		dropDraft(key)
		setDrafts(openDrafts(noun))
	}
	return (
		<section className="mb-5 rounded-box border border-warning bg-base-200 px-4 py-3">
			<h2 className="font-semibold">{common.drafts.title}</h2>
			<ul className="mt-1 grid gap-1">
				{drafts.map(({ key, id, name }) => (
					<li key={key} className="flex flex-wrap items-center gap-x-3">
						<span className="min-w-0 flex-1 basis-48 wrap-anywhere">
							{name || common.drafts.created(called)}
						</span>
						<button type="button" className="btn btn-primary" onClick={() => onContinue(id)}>
							{common.drafts.goOn}
						</button>
						<button type="button" className="btn btn-ghost" onClick={() => discard(key)}>
							{common.drafts.discard}
						</button>
					</li>
				))}
			</ul>
		</section>
	)
}
