import { transfer } from '#contract/transfer.ts'
import { type Api, mount } from '../http/mount.ts'
import { exportElection } from '../services/administration/export.ts'
import { importSources, importTemplates } from '../services/administration/import.ts'

/** Serves import and export: many records in one call. */
export const mountTransfer = (api: Api): void => {
	mount(api, transfer.importTemplates, importTemplates)
	mount(api, transfer.import, (context, { body }) => importSources(context, body))
	mount(api, transfer.export, exportElection)
}
