import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '#domain/extraction/blocks.ts'
import { languageNote, languageOf } from '#domain/extraction/language.ts'

const data = resolve(import.meta.dirname, '../../data/extraction')
const sourceOf = (text: string) => ({ text, blocks: blocksOf(text) })

const GERMAN =
	'Wir werden sechshundert Wohnungen auf dem Gelände des alten Hafens bauen und die Mieten in der ganzen Stadt deckeln. Für die Schulen wollen wir mehr Lehrkräfte einstellen, und das Mittagessen wird für alle Kinder kostenlos.'
const ENGLISH =
	'We will build six hundred homes on the land of the old harbour and cap the rents in the whole town. We want to hire more teachers for the schools.'

describe('language of a text', () => {
	it.each([
		['German', GERMAN],
		[
			'French',
			'Nous allons construire des logements dans la ville et plafonner les loyers pour tous les habitants. Les transports seront gratuits pour les jeunes et les repas de la cantine aussi.',
		],
		[
			'Spanish',
			'Vamos a construir viviendas en el puerto y a limitar los alquileres de la ciudad. El transporte será gratuito para los jóvenes y también para las personas mayores.',
		],
		[
			'Italian',
			'Costruiremo nuove case nella zona del porto e fisseremo un limite per gli affitti della città. I trasporti sono gratuiti per i giovani e anche per gli anziani.',
		],
		[
			'Portuguese',
			'Vamos construir casas no porto e limitar as rendas da cidade. Os transportes são gratuitos para os jovens e também para as pessoas mais velhas.',
		],
		[
			'Dutch',
			'We gaan huizen bouwen in de oude haven en de huren in de hele stad beperken. Het openbaar vervoer wordt gratis voor jongeren en ook voor ouderen.',
		],
		[
			'Swedish',
			'Vi ska bygga bostäder i den gamla hamnen och sätta ett tak för hyrorna i staden. Kollektivtrafiken blir gratis för unga och även för äldre som inte har bil.',
		],
		[
			'Polish',
			'Zbudujemy mieszkania na terenie starego portu i ograniczymy czynsze w całym mieście. Transport będzie darmowy dla młodych oraz dla osób, które nie mają samochodu.',
		],
		[
			'Finnish',
			'Rakennamme asuntoja vanhaan satamaan ja rajoitamme vuokria koko kaupungissa. Joukkoliikenne on ilmainen nuorille, ja se on myös kaikille, jotka eivät ole töissä.',
		],
		[
			'Hungarian',
			'Lakásokat építünk a régi kikötőben, és korlátozzuk a lakbéreket az egész városban. A közlekedés ingyenes lesz, és nem csak a fiatalok számára.',
		],
		[
			'Romanian',
			'Vom construi locuințe în portul vechi și vom limita chiriile din tot orașul. Transportul este gratuit pentru tineri și pentru cei care nu au mașină.',
		],
		[
			'Turkish',
			'Eski limanda konut yapacağız ve tüm şehirde kiraları sınırlayacağız. Ulaşım gençler için ve daha yaşlı olanlar için de ücretsiz olacak.',
		],
		[
			'Irish',
			'Tógfaimid tithe sa sean chalafort agus cuirfimid teorainn leis an gcíos ar fud na cathrach. Beidh an t-iompar saor in aisce do na daoine óga agus do gach duine atá ar pinsean.',
		],
		[
			'Welsh',
			"Byddwn yn adeiladu tai yn yr hen borthladd ac yn cyfyngu rhenti ar draws y ddinas. Bydd trafnidiaeth am ddim i bobl ifanc ac i'r rhai nad oes ganddynt gar hefyd.",
		],
		['Russian', 'Мы построим жильё в старом порту и ограничим арендную плату во всём городе.'],
		['Ukrainian', 'Ми збудуємо житло у старому порту і обмежимо орендну плату в усьому місті.'],
		[
			'Bulgarian',
			'Ще построим жилища в старото пристанище и ще ограничим наемите в целия град, за да бъде животът по-добър.',
		],
		['Greek', 'Θα χτίσουμε κατοικίες στο παλιό λιμάνι και θα περιορίσουμε τα ενοίκια.'],
		['Arabic', 'سنبني مساكن في الميناء القديم ونحد من الإيجارات في المدينة كلها.'],
		['Chinese', '我们将在旧港口建设住房，并限制全市的租金。'],
		['Japanese', '私たちは古い港に住宅を建設し、市内の家賃を制限します。'],
		['English', ENGLISH],
	])('detects the language: %s', (language, text) => {
		expect(languageOf(text)).toBe(language)
	})

	it('detects no language in a few words', () => {
		expect(languageOf('Die Grünen in Berlin')).toBe(null)
	})
})

describe('language note', () => {
	it('names the language and the alternatives', () => {
		expect(languageNote(sourceOf(GERMAN))).toBe(
			'This text seems to be German. Built-in extraction reads English; an AI endpoint or entering by hand can read others.',
		)
	})

	it('mentions the part of a mixed source in another language', () => {
		const mixed = `${Array(5).fill(ENGLISH).join('\n\n')}\n\n${GERMAN}\n\n${GERMAN}`
		expect(languageNote(sourceOf(mixed))).toMatch(/^A part of this text seems to be German/)
	})

	it('returns null for an English source with a few foreign words', () => {
		expect(languageNote(sourceOf(`${ENGLISH}\n\n${ENGLISH}\n\n“Wir sind das Volk”`))).toBe(null)
	})

	it.each(readdirSync(data).filter((name) => name.endsWith('.txt')))(
		'returns null for the English text %s',
		(name) => {
			expect(languageNote(sourceOf(readFileSync(resolve(data, name), 'utf8')))).toBe(null)
		},
	)

	it('does not misdetect the language of labelled English sentences', () => {
		const sentences = readFileSync(resolve(data, 'openpolitics.jsonl'), 'utf8')
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => JSON.parse(line).text as string)
		const wrong = sentences.filter((text) => ![null, 'English'].includes(languageOf(text)))
		expect(wrong).toEqual([])
	})
})
