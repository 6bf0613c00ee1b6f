import type { Change } from '#contract/history.ts'
import { history as texts } from '#web/texts/admin/history.ts'
import { useRead } from '../lists/use-read.ts'
import { type FieldChange, fieldChanges, fieldName } from './changes.ts'
import { readNames } from './read.ts'

const CELL = 'px-3 py-2 align-top text-start wrap-anywhere'

/** A text with the ids in it replaced by the names that they have. */
const named = (text: string, names: ReadonlyMap<string, string> | null): string =>
	text
		.split(', ')
		.map((part) => names?.get(part) ?? part)
		.join(', ')

interface TableProps {
	readonly label: string
	readonly fields: readonly FieldChange[]
	readonly names: ReadonlyMap<string, string> | null
}

const Table = ({ label, fields, names }: TableProps) => (
	<table aria-label={label} className="w-full table-fixed text-sm">
		<thead className="text-muted">
			<tr>
				{[texts.field, texts.before, texts.after].map((column) => (
					<th key={column} scope="col" className={`${CELL} font-medium`}>
						{column}
					</th>
				))}
			</tr>
		</thead>
		<tbody>
			{fields.map(({ name, before, after }) => (
				<tr key={name} className="border-t border-base-300">
					<th scope="row" className={`${CELL} font-medium`}>
						{fieldName(name)}
					</th>
					<td className={CELL}>{named(before, names)}</td>
					<td className={CELL}>{named(after, names)}</td>
				</tr>
			))}
		</tbody>
	</table>
)

/** A record before and after a change, field by field: what differs, and behind a fold what does not. */
export const ChangeFields = ({ change }: { readonly change: Change }) => {
	const { value: names } = useRead(change.id, async (signal) => ({
		ok: true,
		value: await readNames(change, signal),
	}))
	const fields = fieldChanges(change)
	const differing = fields.filter(({ differs }) => differs)
	const same = fields.filter(({ differs }) => !differs)
	if (fields.length === 0) return <p className="text-muted">{texts.none}</p>
	return (
		<div className="grid gap-3">
			{differing.length > 0 ? (
				<Table label={texts.changed} fields={differing} names={names} />
			) : (
				<p className="text-muted">{texts.nothing}</p>
			)}
			{same.length > 0 && (
				<details>
					<summary className="flex min-h-12 cursor-pointer items-center px-3 text-sm text-muted">
						{texts.same(same.length)}
					</summary>
					<Table label={texts.same(same.length)} fields={same} names={names} />
				</details>
			)}
		</div>
	)
}
