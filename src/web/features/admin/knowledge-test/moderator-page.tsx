import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { Configurations, useConfigurations } from './configurations.tsx'
import { FeedbackPart, TotalFeedback } from './feedback-part.tsx'
import { type PlaceProps, useFeedback } from './use-feedback.ts'

/** What moderators read: nothing here changes anything. */
export const ModeratorPage = (props: PlaceProps) => {
	const configurations = useConfigurations()
	const feedback = useFeedback(props)
	const settled = configurations.value !== null || configurations.failure !== null
	return (
		<AdminPage title={common.pages.dashboard} about={texts.moderatorAbout}>
			<section>
				<h2 className="mb-3 text-xl font-semibold">{texts.configurations}</h2>
				<Configurations read={configurations} empty={texts.noConfigurations} />
			</section>
			{/* Read at the same time, but not seen before what is above it has its height: it would move under a finger. */}
			<section hidden={!settled} className="mt-8">
				<div className="mb-3 flex flex-wrap items-center gap-3">
					<h2 className="text-xl font-semibold">{texts.feedback}</h2>
					<TotalFeedback feedback={feedback} />
				</div>
				<FeedbackPart {...props} feedback={feedback} />
			</section>
		</AdminPage>
	)
}
