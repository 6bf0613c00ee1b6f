import { common } from '#web/texts/admin/common.ts'
import type { RecordForm } from './use-record-form.ts'

/** A field as it is read: for comparing two versions of a record. */
export interface Described {
	readonly label: string
	readonly text: string
}

const CELL = 'w-1/2 px-3 pb-3 align-top wrap-anywhere'

interface RowsProps {
	readonly mine: readonly Described[]
	readonly theirs: readonly Described[]
}

const Rows = ({ mine, theirs }: RowsProps) =>
	mine.map(({ label, text }, index) => {
		const other = theirs[index]?.text ?? ''
		const differs = other !== text
		const look = differs ? 'font-semibold' : 'text-muted'
		return (
			<tbody key={label} className={`border-t border-base-300 ${differs ? 'bg-warning/15' : ''}`}>
				<tr>
					<th scope="rowgroup" colSpan={2} className="px-3 pt-2 pb-1 text-start font-medium">
						<span>{label}</span>
						{differs && (
							<span className="ms-2 font-semibold text-warning">{common.conflict.differs}</span>
						)}
					</th>
				</tr>
				<tr>
					<td className={`${CELL} ${look}`}>{text || common.conflict.empty}</td>
					<td className={`${CELL} ${look}`}>{other || common.conflict.empty}</td>
				</tr>
			</tbody>
		)
	})

interface ConflictViewProps<Values extends object> {
	readonly form: RecordForm<Values>
	readonly theirs: Values
	readonly describe: (values: Values) => readonly Described[]
}

/** Both versions of a record that two administrators have changed, field by field, and which of them goes on. */
export const ConflictView = <Values extends object>({
	form,
	theirs,
	describe,
}: ConflictViewProps<Values>) => (
	<div className="mt-4 grid gap-4">
		<div role="alert" className="rounded-field border border-warning bg-warning/15 px-4 py-3">
			<p className="font-semibold">{common.conflict.title}</p>
			{form.conflict?.by && <p className="mt-1 wrap-anywhere">{form.conflict.by}</p>}
			<p className="mt-1">{common.conflict.why}</p>
		</div>
		<table className="w-full table-fixed rounded-field border border-base-300 text-sm">
			<thead>
				<tr>
					<th scope="col" className="px-3 py-2 text-start">
						{common.conflict.mine}
					</th>
					<th scope="col" className="px-3 py-2 text-start">
						{common.conflict.theirs}
					</th>
				</tr>
			</thead>
			<Rows mine={describe(form.values)} theirs={describe(theirs)} />
		</table>
		<div className="grid gap-3 sm:grid-cols-2">
			<button type="button" className="btn btn-primary" onClick={form.keepMine}>
				{common.conflict.keepMine}
			</button>
			<button type="button" className="btn" onClick={form.takeTheirs}>
				{common.conflict.takeTheirs}
			</button>
		</div>
	</div>
)
