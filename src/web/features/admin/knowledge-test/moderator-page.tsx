import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { Configurations } from './configurations.tsx'
import { FeedbackList } from './feedback-list.tsx'
import type { Place } from './place.ts'

interface ModeratorPageProps {
	readonly place: Place
	readonly onPlace: (place: Place) => void
}

/** What moderators read: nothing here changes anything. */
export const ModeratorPage = ({ place, onPlace }: ModeratorPageProps) => (
	<AdminPage title={common.pages.dashboard} about={texts.moderatorAbout}>
		<section>
			<h2 className="mb-3 text-xl font-semibold">{texts.configurations}</h2>
			<Configurations />
		</section>
		<section className="mt-8">
			<h2 className="mb-3 text-xl font-semibold">{texts.feedback}</h2>
			<FeedbackList place={place} onPlace={onPlace} />
		</section>
	</AdminPage>
)
