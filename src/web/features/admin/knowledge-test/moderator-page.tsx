import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { Configurations, useConfigurations } from './configurations.tsx'
import { FeedbackList } from './feedback-list.tsx'
import type { Place } from './place.ts'

interface ModeratorPageProps {
	readonly place: Place
	readonly onPlace: (place: Place) => void
}

/** What moderators read: nothing here changes anything. */
export const ModeratorPage = ({ place, onPlace }: ModeratorPageProps) => {
	const configurations = useConfigurations()
	const settled = configurations.value !== null || configurations.failure !== null
	return (
		<AdminPage title={common.pages.dashboard} about={texts.moderatorAbout}>
			<section>
				<h2 className="mb-3 text-xl font-semibold">{texts.configurations}</h2>
				<Configurations read={configurations} />
			</section>
			{/* Read at the same time, but not seen before what is above it has its height: it would move under a finger. */}
			<section hidden={!settled} className="mt-8">
				<h2 className="mb-3 text-xl font-semibold">{texts.feedback}</h2>
				<FeedbackList place={place} onPlace={onPlace} />
			</section>
		</AdminPage>
	)
}
