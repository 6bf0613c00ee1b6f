import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { FeedbackPart, TotalFeedback } from './feedback-part.tsx'
import { type PlaceProps, useFeedback } from './use-feedback.ts'

/** What voters say about the knowledge test. */
export const FeedbackPage = (props: PlaceProps) => {
	const feedback = useFeedback(props)
	return (
		<AdminPage
			title={texts.feedbackTitle}
			about={texts.feedbackAbout}
			actions={<TotalFeedback feedback={feedback} />}
		>
			<FeedbackPart {...props} feedback={feedback} />
		</AdminPage>
	)
}
