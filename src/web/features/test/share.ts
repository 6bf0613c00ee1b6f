import type { TestSummary } from '#domain/test-summary.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { type PassedOn, passOn } from '#web/ui/pass-on.ts'
import { sharePicture } from './share-picture.ts'
import { shareText } from './share-text.ts'

const FILE_NAME = 'evenhand-knowledge-test.png'

/** Shares a result, text and picture. Nothing of the answers is in it. */
export const share = (summary: TestSummary): Promise<PassedOn> => {
	const text = shareText(summary, `${location.origin}/test`)
	const picture = async () =>
		new File([await sharePicture(summary)], FILE_NAME, { type: 'image/png' })
	return passOn({ title: testEnd.shareTitle, text, picture })
}
