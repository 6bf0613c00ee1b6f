import { useNavigate } from '@tanstack/react-router'
import { Building2, ChevronRight, Landmark, Mailbox, MapPinned, Trees } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { JURISDICTION_LABELS, placeText } from '#domain/jurisdiction.ts'
import type { Jurisdiction } from '#domain/types.ts'
import type { StoredElection } from '#local/db.ts'
import { elections as texts } from '#web/texts/elections.ts'
import { contentLanguage, said } from '#web/texts/language.ts'
import { dayText } from '#web/ui/dates.ts'

// Made once: what is drawn is compared with what was drawn before, and these are the same.
const ICONS: Readonly<Record<Jurisdiction, ReactNode>> = {
	FEDERAL: <Landmark aria-hidden="true" />,
	STATE: <MapPinned aria-hidden="true" />,
	COUNTY: <Trees aria-hidden="true" />,
	CITY: <Building2 aria-hidden="true" />,
	ZIP: <Mailbox aria-hidden="true" />,
}
const CHEVRON = (
	<ChevronRight aria-hidden="true" className="mt-3 size-5 shrink-0 text-muted rtl:-scale-x-100" />
)

interface ElectionCardProps {
	readonly election: StoredElection
	readonly past: boolean
	/** What stands below the link, inside the card. */
	readonly children: ReactNode
}

/**
 * The way to an election's quizzes. What the router's own link does beside leading there, none of it is of use here: asking
 * ahead for the page, which is there with this one, and telling whether it is open. It takes a tenth of a key of a search.
 */
const ElectionLink = ({ electionId, children }: { electionId: string; children: ReactNode }) => {
	const navigate = useNavigate()
	const go = (event: MouseEvent): void => {
		// Whoever wants another tab or window, or to save it, has the browser do that.
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		navigate({ to: '/elections/$electionId/quizzes', params: { electionId } }).catch(reportError)
	}
	return (
		<a
			href={`/elections/${encodeURIComponent(electionId)}/quizzes`}
			onClick={go}
			className="flex flex-1 items-start gap-4 rounded-box p-5"
		>
			{children}
		</a>
	)
}

/** An election to choose: what, when, where. All of the card but its foot is the link. */
export const ElectionCard = ({ election, past, children }: ElectionCardProps) => {
	const place = placeText(election)
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper transition-colors has-[a:hover]:border-primary">
			<ElectionLink electionId={election.id}>
				<span className="grid size-12 shrink-0 place-items-center rounded-field bg-primary/10 text-primary">
					{ICONS[election.jurisdiction]}
				</span>
				<span className="min-w-0 flex-1 wrap-anywhere">
					<span
						lang={contentLanguage}
						className="block font-serif text-xl leading-snug font-semibold"
					>
						{election.name}
					</span>
					<span className="mt-1 block text-muted">{dayText(election.electionDate)}</span>
					<span className="mt-3 flex flex-wrap gap-2">
						<span className="badge badge-outline">
							{said(JURISDICTION_LABELS[election.jurisdiction])}
						</span>
						{place && <span className="badge badge-ghost">{place}</span>}
						{past && <span className="badge badge-ghost">{texts.past}</span>}
					</span>
				</span>
				{CHEVRON}
			</ElectionLink>
			{children}
		</article>
	)
}
