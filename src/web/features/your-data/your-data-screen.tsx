import { yourData } from '#web/texts/your-data.ts'
import { Page } from '#web/ui/page.tsx'
import { YourData } from './your-data.tsx'

/** The page of what is held about the voter. */
export const YourDataScreen = () => (
	<Page title={yourData.title} width="narrow">
		<YourData level={1} />
	</Page>
)
