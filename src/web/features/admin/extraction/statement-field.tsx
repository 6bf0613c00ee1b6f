import { type RefObject, useId } from 'react'
import { POLICY_TEXT_MAX } from '#domain/constants.ts'
import { STATEMENT_WORDS } from '#domain/extraction/limits.ts'
import { countWords } from '#domain/policies.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { type Placed, piecesOf, placedConcerns } from './concerns.ts'
import { lengthOf } from './review-policy.ts'

const texts = extraction.review

const LENGTHS = {
	fits: { word: texts.lengthOk, look: 'text-success' },
	short: { word: texts.tooShort, look: 'font-semibold text-error' },
	long: { word: texts.tooLong, look: 'font-semibold text-error' },
} as const

interface NeutralityProps {
	readonly text: string
	readonly concerns: readonly Placed[]
	/** Selects words in the statement. */
	readonly onShow: (concern: Placed) => void
}

const Neutrality = ({ text, concerns, onShow }: NeutralityProps) => (
	<section aria-label={texts.neutrality} className="mt-4">
		<h4 className="text-sm font-semibold">{texts.neutrality}</h4>
		{concerns.length === 0 ? (
			<p className="mt-1 text-sm text-success">✓ {texts.neutral}</p>
		) : (
			<>
				<p className="mt-1.5 rounded-field bg-base-200 px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
					<span className="sr-only">{texts.reads}: </span>
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
								aria-label={`${texts.concerns[concern.concern] ?? texts.concerns.other}. ${texts.showAt(concern.words)}`}
								className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-field px-2 py-1 text-start text-sm hover:bg-base-200"
								onClick={() => onShow(concern)}
							>
								<span className="font-semibold text-warning">
									{texts.concerns[concern.concern] ?? texts.concerns.other}
								</span>
								<span className="wrap-anywhere">“{concern.words}”</span>
								<span className="text-muted">{texts.at(concern.firstWord, concern.lastWord)}</span>
							</button>
						</li>
					))}
				</ul>
			</>
		)}
	</section>
)

interface StatementFieldProps {
	readonly field: RefObject<HTMLTextAreaElement | null>
	readonly text: string
	readonly names: readonly string[]
	readonly onText: (text: string) => void
	readonly onLeave: () => void
}

/** The statement, how long it is, and what in it is not neutral: both while it is typed. */
export const StatementField = ({ field, text, names, onText, onLeave }: StatementFieldProps) => {
	const id = useId()
	const length = lengthOf(text)
	const concerns = placedConcerns(text, names)
	const show = ({ start, end }: Placed): void => {
		field.current?.focus()
		field.current?.setSelectionRange(start, end)
	}
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium">
				{texts.statement}
			</label>
			<textarea
				ref={field}
				id={id}
				rows={5}
				value={text}
				maxLength={POLICY_TEXT_MAX}
				aria-invalid={length !== 'fits'}
				aria-describedby={`${id}-length`}
				className={`block w-full resize-y rounded-field border bg-surface px-3 py-2.5 text-base leading-relaxed ${length === 'fits' ? 'border-edge' : 'border-error'}`}
				onChange={({ target }) => onText(target.value)}
				onBlur={onLeave}
			/>
			<p id={`${id}-length`} className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
				<span className="tabular-nums">
					{texts.wordsOf(countWords(text))}{' '}
					<span className={LENGTHS[length].look}>– {LENGTHS[length].word}</span>
				</span>
				<span className="text-muted">
					{texts.lengthHint(STATEMENT_WORDS.least, STATEMENT_WORDS.most)}
				</span>
			</p>
			<Neutrality text={text} concerns={concerns} onShow={show} />
		</div>
	)
}
