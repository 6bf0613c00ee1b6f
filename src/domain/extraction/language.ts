import { comparable, type SourceText, tokensOf } from './text.ts'

/** The most frequent function words of each language, chosen to overlap as little as possible. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
	English:
		'the and of to in is that for it with as on are be this by will we our not have from at or an has their who they can must all was but which more new you i a do no me so if would should such he she per also his her been were there when these than',
	German:
		'der die das und ist nicht ein eine einen dem den des mit für auf von zu im sich wir auch werden wird sind als dass bei nach aus sie es haben oder unsere mehr zum zur über',
	French:
		'le la les des et est une dans que qui pour du au aux nous sur pas avec ce cette par plus sont notre nos leur être il elle ne se en un de ou mais',
	Spanish:
		'el la los las de y que en un una por con para del se es al como más su sus no lo ha son nuestro nuestra este esta todos pero también vamos',
	Italian:
		'il lo la gli le di che e è un una per con del della dei delle nel nella al alla sono non si da come più nostro nostra questo anche dalla sul',
	Portuguese:
		'o a os as de e que em um uma para com do da dos das no na nos nas por mais não se ao à são nosso nossa pela pelo também vamos isso',
	Dutch:
		'de het een en van is dat niet op te voor met zijn we wij ook aan er om bij als naar die dit maar worden wordt onze ons meer door over',
	Swedish:
		'och att det som en på är av för med den till inte vi har om ett ska de kan från vår våra eller alla blir också mer',
	Danish:
		'og at det er en til på som af for med den ikke vi har et skal de kan fra vores eller alle bliver også mere der vil være',
	Norwegian:
		'og at det er en til på som av for med den ikke vi har et skal de kan fra vår våre eller alle blir også mer der vil være',
	Finnish:
		'ja on ei että se ovat hän mutta tai kun niin me sekä myös ole joka jotka kuin voi pitää mukaan',
	Polish:
		'i w na z do że się nie jest to o jak dla po od przez są za co ale przy oraz ich będzie naszych nasze czy tego który',
	Czech:
		'a v na se je že s z do o k i za pro jsou ale by jako podle nebo tak při bude budeme jsme není které který aby také naše',
	Slovak:
		'a v na sa je že s z do o k aj za pre sú ale by ako podľa alebo tak pri bude budeme sme nie ktoré ktorý aby tiež naše',
	Hungarian:
		'a az és hogy nem is egy van meg csak de mint vagy már ha ki el lesz minden azt ezt nekünk kell ahol magyar',
	Romanian:
		'și în de la a cu pe nu este că din pentru care mai sunt o un să ca va vom prin sau al ale noastre noastră toate',
	Croatian:
		'i u je na se da za su od s o ne koji koja koje kao će te ili sve nije biti ćemo naše što bi po do',
	Slovenian:
		'in je na v se da za so od s o ne ki kot bo ali vse ni biti bomo naše kar bi po do tudi pri',
	Turkish:
		've bir bu için ile de da olarak olan çok daha ne en gibi kadar her sonra biz değil olacak tüm',
	Irish:
		'agus na ar ní go le ag sé sí tá bhí sin seo mar nó leis againn sa beidh gach den don ina ach chun gcuid',
	Welsh: 'y yr a i yn o ar mae ac am gan wedi ei eu ni ein bydd hyn fod gyda hefyd drwy',
	Catalan:
		'el la els les de i que en un una per amb del dels al als és no es més com són nostra nostre aquest aquesta també',
}
const ENGLISH = new Set(SMALL_WORDS.English?.split(' '))
// English words do not indicate another language.
const WORDS = Object.entries(SMALL_WORDS).map(([language, words]) => {
	const own = words.split(' ').filter((word) => language === 'English' || !ENGLISH.has(word))
	return [language, new Set(own)] as const
})

const LETTERS: readonly (readonly [RegExp, string])[] = [
	[/[іїєґ]/giu, 'Ukrainian'],
	[/[јљњћђџ]/giu, 'Serbian'],
	[/ъ/giu, 'Bulgarian'],
	[/[پچژگ]/gu, 'Persian'],
	[/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
]
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
	[/\p{Script=Cyrillic}/gu, 'Russian'],
	[/\p{Script=Greek}/gu, 'Greek'],
	[/\p{Script=Arabic}/gu, 'Arabic'],
	[/\p{Script=Hebrew}/gu, 'Hebrew'],
	[/\p{Script=Hangul}/gu, 'Korean'],
	[/\p{Script=Han}/gu, 'Chinese'],
	[/\p{Script=Devanagari}/gu, 'Hindi'],
	[/\p{Script=Thai}/gu, 'Thai'],
	[/\p{Script=Georgian}/gu, 'Georgian'],
	[/\p{Script=Armenian}/gu, 'Armenian'],
]
// Minimum share of distinguishing letters for a language, and of all letters for a script.
const TELLING = 0.01
const MOSTLY = 0.5

const scriptOf = (text: string): string | null => {
	const share = (pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / letters
	const letters = text.match(/\p{L}/gu)?.length ?? 0
	if (letters === 0 || share(/\p{Script=Latin}/gu) > MOSTLY) return null
	const byLetters = LETTERS.find(([pattern]) => share(pattern) > TELLING)
	return (byLetters ?? SCRIPTS.find(([pattern]) => share(pattern) > MOSTLY / 2))?.[1] ?? null
}

const LEAST_WORDS = 6
// Minimum share of function words, and minimum ratio to the share of English ones.
const SHARE = 0.15
const AHEAD = 1.5

/** Detects the language by script and function words; null if unclear. */
export const languageOf = (text: string): string | null => {
	const script = scriptOf(text)
	if (script !== null) return script
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
	if (words.length < LEAST_WORDS) return null
	const shares = WORDS.map(([language, small]) => ({
		language,
		share: words.filter((word) => small.has(word)).length / words.length,
	})).toSorted((a, b) => b.share - a.share)
	const [best] = shares
	const english = shares.find(({ language }) => language === 'English')?.share ?? 0
	if (!best || best.share < SHARE) return null
	if (english >= SHARE && best.share < AHEAD * english) return 'English'
	return best.language
}

/** Number of characters examined: the first chapters suffice for a book. */
const LOOKED_AT = 60_000
// Minimum shares of words in another language for the two notes, and minimum word count for the second.
const MAINLY = 0.5
const PARTLY = 0.1
const PART_WORDS = 60

/** Word count per language, decided per block because a document may mix languages. */
const wordsByLanguage = ({ text, blocks }: SourceText): ReadonlyMap<string, number> => {
	const counts = new Map<string, number>()
	let looked = 0
	for (const { kind, start, end } of blocks) {
		if (kind === 'other' || looked > LOOKED_AT) continue
		const block = text.slice(start, Math.min(end, start + LOOKED_AT))
		looked += block.length
		const language = languageOf(block)
		if (language === null) continue
		const words = block.match(/\p{L}+/gu)?.length ?? 0
		counts.set(language, (counts.get(language) ?? 0) + words)
	}
	return counts
}

interface OtherLanguage {
	readonly language: string
	/** Word count if only a part of the source is in it, else null. */
	readonly words: number | null
}

/** Language other than English, which the rules do not support, of all or much of a source; null if there is none. */
export const otherLanguage = (source: SourceText): OtherLanguage | null => {
	const counts = new Map(wordsByLanguage(source))
	if (counts.size === 0) {
		// Short lines are only conclusive together.
		const whole = languageOf(source.text.slice(0, LOOKED_AT))
		if (whole !== null) counts.set(whole, source.text.length)
	}
	const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
	const [first] = [...counts]
		.filter(([language]) => language !== 'English')
		.toSorted(([, a], [, b]) => b - a)
	if (!first) return null
	const [language, words] = first
	const others = all - (counts.get('English') ?? 0)
	if (others > MAINLY * all) return { language, words: null }
	return words > PART_WORDS && words > PARTLY * all ? { language, words } : null
}

/** Tells users which other language a source has and who read it. Null if there is none. */
export const languageNote = (source: SourceText, isRead = false): string | null => {
	const other = otherLanguage(source)
	if (other === null) return null
	const { language, words } = other
	const how = isRead
		? 'Built-in extraction reads English, so the language model chose the sentences in other languages.'
		: 'Built-in extraction reads English; an AI endpoint or entering by hand can read others.'
	return words === null
		? `This text seems to be ${language}. ${how}`
		: `A part of this text seems to be ${language} (${words} words). ${how}`
}

/** Short words of negation. Without them a sentence would mean the opposite. */
const DENYING = new Set(
	'nicht ne pas plus no non não niet inte ikke ei nie není nem nu nije ni değil ní'.split(' '),
)

/** True if a statement is its quote without some small words at the start, none of which denies: "Wir werden". */
export const isEndOf = (statement: string, quote: string, language: string): boolean => {
	const small = new Set(SMALL_WORDS[language]?.split(' '))
	const [own, said] = [comparable(quote), comparable(statement)]
	if (!own.endsWith(` ${said}`)) return false
	const left = tokensOf(own.slice(0, -said.length))
	return left.every(({ word }) => small.has(word) && !DENYING.has(word))
}
