import { type RefObject, useId } from 'react'
import { POLICY_TEXT_MAX } from '#domain/constants.ts'
import { countWords, POLICY_WORDS, policyLength } from '#domain/policies.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { type Names, type Placed, placedConcerns } from '../neutrality/concerns.ts'
import { Neutrality } from '../neutrality/neutrality.tsx'

const texts = extraction.review

const LENGTHS = {
	fits: { word: texts.lengthOk, look: 'text-success' },
	short: { word: texts.tooShort, look: 'font-semibold text-error' },
	long: { word: texts.tooLong, look: 'font-semibold text-error' },
} as const

interface StatementFieldProps {
	readonly field: RefObject<HTMLTextAreaElement | null>
	readonly text: string
	readonly names: Names
	readonly onText: (text: string) => void
	readonly onLeave: () => void
}

/** The statement, how long it is, and what in it is not neutral: both while it is typed. */
export const StatementField = ({ field, text, names, onText, onLeave }: StatementFieldProps) => {
	const id = useId()
	const length = policyLength(text)
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
					<span>{`${texts.wordsOf(countWords(text))} `}</span>
					<span className={LENGTHS[length].look}>{`– ${LENGTHS[length].word}`}</span>
				</span>
				<span className="text-muted">
					{texts.lengthHint(POLICY_WORDS.least, POLICY_WORDS.most)}
				</span>
			</p>
			<Neutrality
				text={text}
				concerns={concerns}
				othersKnown={names.others !== null}
				onShow={show}
			/>
		</div>
	)
}
