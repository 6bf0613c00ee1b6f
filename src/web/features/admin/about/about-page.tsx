import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Operator } from '#contract/about.ts'
import { type ManagedAbout, manageAbout, OperatorFields } from '#contract/admin/about.ts'
import { OPERATOR_TEXT_MAX } from '#domain/limits.ts'
import { mapOk } from '#domain/types.ts'
import { call } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { about as texts } from '#web/texts/en/admin/about.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { language } from '#web/texts/language.ts'
import { numberText } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OperatorFacts } from '#web/ui/operator.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Described } from '../kit/conflict.tsx'
import { draftKey } from '../kit/drafts.tsx'
import { TextArea, TextInput } from '../kit/fields.tsx'
import { LeaveQuestion, useLeaveGuard } from '../kit/leave-guard.tsx'
import { Loaded } from '../kit/list.tsx'
import { AdminPage, HistoryLink } from '../kit/page.tsx'
import { queryClient, unwrap } from '../kit/queries.ts'
import { RecordFormView } from '../kit/record-form.tsx'
import { useRecordForm, type Version } from '../kit/use-record-form.ts'

const RECORD = 'operator'

interface Values {
	readonly name: string
	readonly contact: string
	readonly text: string
}

const versionOf = ({ operator, etag }: ManagedAbout): Version<Values> => ({
	etag,
	values: {
		name: operator?.name ?? '',
		contact: operator?.contact ?? '',
		text: operator?.text ?? '',
	},
})

const describe = ({ name, contact, text }: Values): readonly Described[] => [
	{ label: texts.name, text: name },
	{ label: texts.contact, text: contact },
	{ label: texts.text, text },
]

const shown = (values: Values): Operator | null => {
	const [name, contact, text] = [values.name.trim(), values.contact.trim(), values.text.trim()]
	return name || contact || text ? { name, contact, text: text || null } : null
}

interface OperatorFormProps {
	readonly version: ManagedAbout
	readonly focused: boolean
	readonly onSaved: (saved: ManagedAbout) => void
}

const OperatorForm = ({ version, focused, onSaved }: OperatorFormProps) => {
	const form = useRecordForm({
		draft: draftKey(RECORD, null),
		record: RECORD,
		nameOf: ({ name }: Values) => name,
		initial: versionOf(version),
		schema: OperatorFields,
		send: (body, options) => call(manageAbout.set, { body }, options),
		reread: async () => mapOk(await call(manageAbout.get, {}), versionOf),
		failed: texts.tryAgain,
		onSaved,
	})
	const guard = useLeaveGuard(form, () => undefined, form.discard)
	const { ref } = form
	useEffect(() => {
		if (focused) ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
	}, [focused, ref])
	return (
		<div className="grid items-start gap-6 lg:grid-cols-2">
			<div className="rounded-box border border-base-300 bg-surface px-4 pb-4 shadow-paper">
				<RecordFormView form={form} describe={describe}>
					<TextInput label={texts.name} hint={texts.nameHint} bound={form.bind('name')} />
					<TextInput label={texts.contact} hint={texts.contactHint} bound={form.bind('contact')} />
					<TextArea
						label={texts.text}
						hint={texts.textHint(numberText(OPERATOR_TEXT_MAX))}
						optional
						bound={form.bind('text')}
					/>
				</RecordFormView>
			</div>
			<section
				aria-labelledby="about-preview"
				className="rounded-box border border-dashed border-base-300 p-4 sm:p-5"
			>
				<h2 id="about-preview" className="text-xl font-semibold">
					{texts.preview}
				</h2>
				<div lang={language()}>
					<OperatorFacts operator={shown(form.values)} />
				</div>
			</section>
			<LeaveQuestion guard={guard} />
		</div>
	)
}

const aboutQuery = queryOptions({
	queryKey: ['about'],
	queryFn: ({ signal }) => unwrap(call(manageAbout.get, {}, { signal })),
})

const Editor = () => {
	const query = useQuery(aboutQuery)
	const [saves, setSaves] = useState(0)
	const onSaved = (saved: ManagedAbout): void => {
		toast(texts.saved, 'good')
		queryClient.setQueryData(aboutQuery.queryKey, saved)
		setSaves(saves + 1)
	}
	return (
		<Loaded query={query} failed={texts.failed}>
			{(data) => <OperatorForm key={saves} version={data} focused={saves > 0} onSaved={onSaved} />}
		</Loaded>
	)
}

export const AboutPage = () => (
	<AdminPage
		title={common.pages.about}
		about={texts.about}
		actions={<HistoryLink id={RECORD} name={texts.history} />}
	>
		{useCapability('about') ? <Editor /> : <Notice title={texts.lacking} text={texts.lackingWhy} />}
	</AdminPage>
)
