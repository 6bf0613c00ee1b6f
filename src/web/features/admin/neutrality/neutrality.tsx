import { extraction } from '#web/texts/admin/extraction.ts'
import { type Placed, piecesOf } from './concerns.ts'

const texts = extraction.review

interface NeutralityProps {
	readonly text: string
	readonly concerns: readonly Placed[]
	/** Whether the names of others were looked for as well. */
	readonly othersKnown: boolean
	/** Selects words in the statement. */
	readonly onShow: (concern: Placed) => void
}

/** What in a statement is not neutral: its words marked, and what is the matter with them. */
export const Neutrality = ({ text, concerns, othersKnown, onShow }: NeutralityProps) => (
	<section aria-label={texts.neutrality} className="mt-4">
		<h4 className="text-sm font-semibold">{texts.neutrality}</h4>
		{text.trim() === '' ? (
			<p className="mt-1 text-sm text-muted">{texts.nothingToCheck}</p>
		) : concerns.length === 0 ? (
			<p className="mt-1 text-sm text-success">
				{`✓ ${othersKnown ? texts.neutral : texts.neutralSoFar}`}
			</p>
		) : (
			<>
				<p className="mt-1.5 rounded-field bg-base-200 px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
					<span className="sr-only">{`${texts.reads}: `}</span>
					{piecesOf(text, concerns).map(({ text: words, start, concern }) =>
						concern === null ? (
							words
						) : (
							<mark
								key={start}
								className="rounded-sm bg-warning/20 font-semibold text-base-content underline decoration-warning decoration-2 underline-offset-4"
							>
								{words}
							</mark>
						),
					)}
				</p>
				<ul className="mt-1">
					{concerns.map((concern) => (
						<li key={`${concern.concern} ${concern.start}`}>
							<button
								type="button"
								className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-field px-2 py-1 text-start text-sm hover:bg-base-200"
								onClick={() => onShow(concern)}
							>
								<span className="font-semibold text-warning">
									{texts.concerns[concern.concern] ?? texts.concerns.other}
								</span>
								<span className="wrap-anywhere">{`“${concern.words}”`}</span>
								<span className="text-muted">{texts.at(concern.firstWord, concern.lastWord)}</span>
								<span className="sr-only">{`. ${texts.showAt(concern.words)}`}</span>
							</button>
						</li>
					))}
				</ul>
			</>
		)}
		{!othersKnown && text.trim() !== '' && (
			<p className="mt-1 text-sm text-muted">{texts.othersUnknown}</p>
		)}
	</section>
)
