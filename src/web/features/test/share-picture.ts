import type { TestSummary } from '#domain/test-summary.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { drawPicture, PICTURE_SANS, PICTURE_SERIF } from '#web/ui/picture.ts'
import { figureTexts } from './figures.ts'

const HEIGHT = 630

/** The picture of a result, drawn on the device: figures only. */
export const sharePicture = (summary: TestSummary): Promise<Blob> => {
	const { totals, accuracy } = figureTexts(summary)
	return drawPicture(HEIGHT, (pen) => {
		pen.write(testEnd.shareTitle, 140, `600 44px ${PICTURE_SANS}`, 'secondary')
		pen.write(accuracy, 300, `600 150px ${PICTURE_SERIF}`, 'primary')
		pen.write(testEnd.matched(totals), 390, `500 50px ${PICTURE_SERIF}`, 'base-content')
		pen.bar(1, 440, 'base-300')
		pen.bar(summary.accuracyPercentage / 100, 440, 'primary')
		pen.write('Evenhand', 560, `600 40px ${PICTURE_SERIF}`, 'base-content')
	})
}
