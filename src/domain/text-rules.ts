/**
 * Rules for usernames, passwords, email addresses and display names. Usernames follow the UsernameCaseMapped profile of
 * PRECIS, passwords its OpaqueString profile (RFC 8264, 8265). Usernames keep their case, which comparisons ignore.
 */

const WIDTH_FORMS = /[\uff01-\uff9f\uffa0-\uffdc\uffe0-\uffee]/g

/** Normalizes a username for storage: usual widths, composed (NFC). */
export const prepareUsername = (text: string): string =>
	text.replace(WIDTH_FORMS, (char) => char.normalize('NFKC')).normalize('NFC')

/** Letters, digits and marks of any script, and printable ASCII; single spaces between parts (RFC 8265, 3.5.1). */
const USERNAME =
	/^[!-~\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Nd}\p{Mn}\p{Mc}]+(?: [!-~\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Nd}\p{Mn}\p{Mc}]+)*$/u
/** Invisible characters, old Hangul jamo, and letters that RFC 5892 excludes. */
const EXCLUDED =
	/[\p{Default_Ignorable_Code_Point}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u
const RIGHT_TO_LEFT =
	/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/**
 * Text with only right-to-left letters, also at both ends; mixed text would display in a misleading order (RFC 5893).
 */
const ALL_RIGHT_TO_LEFT =
	/^(?=[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])(?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|[^\p{L}])*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Nd}\p{M}]$/u
const hasCompatibilityForm = (text: string): boolean => text.normalize('NFKC') !== text

export const isUsername = (text: string): boolean =>
	USERNAME.test(text) &&
	!EXCLUDED.test(text) &&
	!hasCompatibilityForm(text) &&
	!(/[\u0660-\u0669]/.test(text) && /[\u06f0-\u06f9]/.test(text)) &&
	(!RIGHT_TO_LEFT.test(text) || ALL_RIGHT_TO_LEFT.test(text))

/** Normalizes a password before hashing: plain spaces, composed (NFC). Case is kept. */
export const preparePassword = (text: string): string =>
	text.replace(/\p{Zs}/gu, ' ').normalize('NFC')

const LOCAL = "[\\w.!#$%&'*+/=?^`{|}~\\-\\p{L}\\p{M}\\p{N}]+"
const LABEL = '[a-z\\d\\p{L}\\p{N}](?:[a-z\\d\\p{L}\\p{M}\\p{N}-]{0,61}[a-z\\d\\p{L}\\p{M}\\p{N}])?'
const EMAIL = new RegExp(`^${LOCAL}@${LABEL}(?:\\.${LABEL})*$`, 'iu')

/** Validates an email address as `<input type=email>` does (HTML standard), plus letters and digits beyond ASCII. */
export const isEmail = (text: string): boolean =>
	EMAIL.test(text) && !/\p{Default_Ignorable_Code_Point}/u.test(text)

/** Joiners shape Arabic and Indic words; elsewhere they are just invisible. */
const STRAY_JOINERS = /(^|\p{Script=Latin}|[^\p{L}\p{M}])[\u200c\u200d]+/gu
const INVISIBLE =
	/(?![\u200c\u200d]|\p{Variation_Selector})[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

/** Cleans a display name: collapses whitespace and removes invisible characters. */
export const cleanName = (text: string): string =>
	text
		.replace(/[\s\u0085]+/gu, ' ')
		.replace(INVISIBLE, '')
		.replace(STRAY_JOINERS, '$1')
		.replace(/ +/g, ' ')
		.trim()
