import { checkRewrite } from '#domain/extraction/check-rewrite.ts'
import { keywordsOf } from '#domain/extraction/classify.ts'
import { isClean, type Proposal, UNSURE } from '#domain/extraction/extract.ts'
import { isEndOf, languageNote, languageOf, otherLanguage } from '#domain/extraction/language.ts'
import { measure } from '#domain/extraction/measure.ts'
import { segment } from '#domain/extraction/segment.ts'
import { comparable, isVerbatim, type Sentence, type SourceText } from '#domain/extraction/text.ts'
import { MAX_PROPOSALS, type Rewording } from '#domain/limits.ts'
import { policyLength } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { askAll, gapsOf, type Improvement, type ImproveOptions } from './model.ts'

const instructionsFor = (
	language: string,
): string => `You find commitments in one candidate's own text in ${language} for a voting advice application. You get its numbered sentences as quotes, one JSON object a line, each with its heading and the line that announces its list.

Choose the quotes in which the candidate says what is to be done or must not be done. Leave out descriptions, praise, blame, questions, deeds of the past and the words of others. For each that you choose, and for no other, write into statements its number, category and text:
- text is the quote to the letter, never translated. Leave out only words at its start that name the speaker, such as "We will", and only if the rest is a demand that a voter can agree or disagree with.
- category is one of: ${POLICY_CATEGORIES.join(', ')}.
Leave merges empty.`

/** Sentences in other languages, each once. Leaves out what the page hides and what is proposed already. */
const sentencesIn = (source: SourceText, isMain: boolean, made: Improvement): Sentence[] => {
	const languages = source.blocks.map(({ start, end }) => languageOf(source.text.slice(start, end)))
	const seen = new Set(made.proposals.map(({ quote }) => comparable(quote)))
	return segment(source).filter(({ kind, block, hidden, quote, start }) => {
		const language = languages[block] ?? null
		if (kind === 'heading' || kind === 'other' || hidden) return false
		if (language === 'English' || (language === null && !isMain)) return false
		const isNew = isVerbatim(source.text, quote, start) && !seen.has(comparable(quote))
		seen.add(comparable(quote))
		return isNew
	})
}

const proposalOf = (
	{ quote, start, end, heading, hidden }: Sentence,
	text: string,
	category: Proposal['classification']['category'],
): Proposal => {
	const isQuote = comparable(text) === comparable(quote)
	const rewording: readonly Rewording[] = isQuote ? ['other'] : []
	const statement = { text, length: policyLength(text), rewording }
	return {
		...{ quote, start, end, heading, hidden, score: UNSURE, needsReview: true },
		statement,
		// No rule of the engine scores a model's choice.
		weak: !isClean(statement),
		classification: { category, confidence: UNSURE, words: [] },
		reasons: [{ text: 'was chosen by the language model', weight: 0 }],
		measures: measure(text, quote),
		keywords: keywordsOf(text),
	}
}

/**
 * Adds sentences in other languages than English that a language model chooses by number. Quotes are the source's own.
 * Most checks of wordings know English only, so a statement is its quote, at most without function words at the start.
 * Changes nothing for English, without a model, or on failure.
 * @throws {SourceError} if cancelled.
 */
export const choose = async (
	made: Improvement,
	source: SourceText,
	options: ImproveOptions,
): Promise<Improvement> => {
	const { model, names = [] } = options
	const other = otherLanguage(source)
	if (model === null || other === null || made.failure !== null) return made
	const { language, words } = other
	const sentences = sentencesIn(source, words === null, made)
	const asked = sentences.slice(0, MAX_PROPOSALS - made.proposals.length)
	const { failure, ...answer } = await askAll(asked, instructionsFor(language), model, options)
	if (failure !== null) {
		const told = `The language model could not be used for the text in ${language}: ${failure}.`
		return { ...made, warnings: [...made.warnings, told], failure }
	}
	const chosen = asked.flatMap((sentence, at) => {
		const { text, category = null } = answer.statements.find(({ index }) => index === at) ?? {}
		if (text === undefined || category === null) return []
		const isSafe =
			isEndOf(text, sentence.quote, language) && !checkRewrite(text, sentence.quote, names)
		return [proposalOf(sentence, isSafe ? text : sentence.text, category)]
	})
	const proposals = [...made.proposals, ...chosen]
	const warnings = [
		...made.warnings,
		...(proposals.length === 0 ? ['No policy was found in this source'] : []),
		...gapsOf(answer.strange, sentences.length - asked.length, 'Sentences'),
	]
	return { ...made, proposals, warnings, language: languageNote(source, true), engine: 'MODEL' }
}
