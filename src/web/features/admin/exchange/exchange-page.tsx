import { common } from '#web/texts/admin/common.ts'
import { exchange as texts } from '#web/texts/admin/exchange.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { ExportPart } from './export-part.tsx'
import { ImportPart } from './import-part.tsx'

/** Elections come in and go out as files. */
export const ExchangePage = () => (
	<AdminPage title={common.pages.exchange} about={texts.about}>
		<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
			<ImportPart />
			<ExportPart />
		</div>
	</AdminPage>
)
