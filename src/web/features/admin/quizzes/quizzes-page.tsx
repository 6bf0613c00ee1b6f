import { useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Scale, Trash } from 'lucide-react'
import { useState } from 'react'
import type { ManagedQuiz } from '#contract/admin/quizzes.ts'
import { isActiveOn } from '#domain/quiz.ts'
import { serverClock } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { dayText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { ElectionPicker, useElectionNames } from '../elections/election-picker.tsx'
import { IconButton } from '../kit/actions.tsx'
import { DraftBar } from '../kit/drafts.tsx'
import { errorText } from '../kit/errors.ts'
import { ListFrame, SearchField } from '../kit/list.tsx'
import { AdminPage, HistoryLink, NewButton } from '../kit/page.tsx'
import { invalidate, listQuery, patchLists, rowsOf } from '../kit/queries.ts'
import { Switch } from '../kit/switch.tsx'
import { ActivateQuiz, useSwitching } from './activation.tsx'
import { readQuiz, readQuizzes } from './api.ts'
import { FairnessDialog } from './fairness-dialog.tsx'
import { QUIZ, QuizDialog, RemoveQuiz } from './quiz-dialog.tsx'
import { type NamedElection, problemOf, quizVersion, statusText } from './quiz-form-model.ts'

const dayOr = (day: string | null): string => (day === null ? texts.open : dayText(day))

const Status = ({ quiz }: { readonly quiz: ManagedQuiz }) => {
	const today = serverClock.today()
	const { startDate, endDate } = quiz
	const active = isActiveOn({ active: quiz.active ?? true, startDate, endDate }, today)
	const problem = problemOf(quiz, today)
	return (
		<>
			<p className="mt-3 flex flex-wrap gap-2">
				<span className="badge badge-outline">{texts.types[quiz.quizType]}</span>
				<span className={`badge h-auto ${active ? 'badge-success' : 'badge-ghost'}`}>
					{statusText(quiz, today)}
				</span>
			</p>
			{problem !== null && (
				<p className="mt-3 text-sm font-medium text-warning">{texts.notValid(problem)}</p>
			)}
		</>
	)
}

const Facts = ({ quiz }: { readonly quiz: ManagedQuiz }) => (
	<>
		<p className="mt-1 text-muted wrap-anywhere">{quiz.electionName}</p>
		<p className="mt-1 text-muted">{texts.between(dayOr(quiz.startDate), dayOr(quiz.endDate))}</p>
		<p className="mt-3 text-sm text-muted">
			{[
				texts.candidates(quiz.candidateIds?.length ?? 0),
				quiz.policyCount === null ? null : texts.statements(quiz.policyCount),
			]
				.filter(Boolean)
				.join(' · ')}
		</p>
	</>
)

const Actions = ({ quiz: { id, name }, onOpen }: QuizCardProps) => (
	<div className="flex flex-wrap gap-1 border-t border-base-300 p-2">
		<IconButton label={texts.preview} name={name} icon={Scale} onPress={() => onOpen('preview')} />
		<IconButton label={common.edit} name={name} icon={Pencil} onPress={() => onOpen('edit')} />
		<HistoryLink id={id} name={name} />
		{useCapability('quiz-deletion') && (
			<IconButton
				label={common.remove}
				name={name}
				icon={Trash}
				className="text-error"
				onPress={() => onOpen('remove')}
			/>
		)}
	</div>
)

const showQuiz = (now: ManagedQuiz): void =>
	patchLists<ManagedQuiz>('quizzes', (rows) =>
		rows.map((row) =>
			row.id === now.id
				? { ...row, ...now, electionName: now.electionName ?? row.electionName }
				: row,
		),
	)

interface QuizCardProps {
	readonly quiz: ManagedQuiz
	readonly onOpen: (kind: 'edit' | 'preview' | 'activate' | 'remove') => void
}

const QuizCard = (props: QuizCardProps) => {
	const { quiz, onOpen } = props
	const { busy, error, conflictDialog, run } = useSwitching(quiz, showQuiz, () => undefined)
	const on = quiz.active ?? true
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="flex-1 p-5">
				<h2 className="text-xl leading-snug font-semibold wrap-anywhere">{quiz.name}</h2>
				<Facts quiz={quiz} />
				<Status quiz={quiz} />
			</div>
			<div className="px-3 pb-3">
				<Switch
					name={texts.switch(quiz.name)}
					label={texts.switchLabel}
					on={on}
					busy={busy}
					onSwitch={() => (on ? run(false) : onOpen('activate'))}
				/>
				<p role="alert" className="px-2 font-medium text-error empty:hidden">
					{error}
				</p>
				{conflictDialog}
			</div>
			<Actions {...props} />
		</article>
	)
}

interface FilterBarProps {
	readonly search: string
	readonly election: NamedElection | null
	readonly onSearch: (search: string) => void
	readonly onElection: (electionId: string | null) => void
}

const FilterBar = ({ search, election, onSearch, onElection }: FilterBarProps) => (
	<search className="mb-5 grid items-end gap-3 sm:grid-cols-2">
		<ElectionPicker
			label={texts.filter}
			failed={texts.electionsFailed}
			chosen={election?.name ?? ''}
			placeholder={texts.filterHint}
			onPick={({ id }) => onElection(id)}
			onClear={() => onElection(null)}
		/>
		<SearchField label={texts.search} term={search} onSearch={onSearch} />
	</search>
)

type Open =
	| { readonly kind: 'new' }
	| ({ readonly kind: Parameters<QuizCardProps['onOpen']>[0] } & Pick<QuizCardProps, 'quiz'>)

interface OpenDialogProps {
	readonly open: Open
	readonly election: NamedElection | null
	readonly onClose: () => void
}

const OpenDialog = ({ open, election, onClose }: OpenDialogProps) => {
	if (open.kind === 'new' || open.kind === 'edit') {
		const quiz = open.kind === 'edit' ? open.quiz : null
		return (
			<QuizDialog
				quiz={quiz}
				election={election}
				onClose={onClose}
				onSaved={({ name }) => {
					toast(quiz ? texts.saved(name) : texts.created, 'good')
					// The quiz may have moved to another election.
					invalidate('quizzes')
					onClose()
				}}
			/>
		)
	}
	const { kind, quiz } = open
	if (kind === 'preview') {
		return <FairnessDialog quiz={quizVersion(quiz).values} onClose={onClose} />
	}
	if (kind === 'activate') {
		return <ActivateQuiz quiz={quiz} onChanged={showQuiz} onClose={onClose} />
	}
	return (
		<RemoveQuiz
			quiz={quiz}
			onRemoved={() =>
				patchLists<ManagedQuiz>('quizzes', (rows) => rows.filter(({ id }) => id !== quiz.id))
			}
			onRestored={() => invalidate('quizzes')}
			onClose={onClose}
		/>
	)
}

const useElection = (electionId: string | undefined): NamedElection | null => {
	const nameOf = useElectionNames(electionId === undefined ? [] : [electionId])
	if (electionId === undefined) return null
	return { id: electionId, name: nameOf(electionId) ?? '' }
}

interface QuizzesPageProps extends Pick<FilterBarProps, 'search' | 'onSearch' | 'onElection'> {
	readonly electionId: string | undefined
}

export const QuizzesPage = ({ search, electionId, onSearch, onElection }: QuizzesPageProps) => {
	const [open, setOpen] = useState<Open | null>(null)
	const election = useElection(electionId)
	const filter = { search, electionId }
	const list = useInfiniteQuery(
		listQuery('quizzes', filter, (after, signal) => readQuizzes(filter, after, signal)),
	)
	const goOn = async (id: string | null): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readQuiz(id)
		if (read.ok) setOpen({ kind: 'edit', quiz: read.value })
		else toast(errorText(read.error, texts.failed))
	}
	// Use the row from the list: it may have changed since the dialog was opened.
	const current = (quiz: ManagedQuiz): ManagedQuiz =>
		rowsOf(list).find(({ id }) => id === quiz.id) ?? quiz
	return (
		<AdminPage
			title={common.pages.quizzes}
			about={texts.about}
			actions={<NewButton label={texts.create} onNew={() => setOpen({ kind: 'new' })} />}
		>
			{open === null && (
				<DraftBar
					noun={QUIZ}
					called={texts.noun}
					onContinue={(id) => void goOn(id).catch(reportError)}
				/>
			)}
			<FilterBar search={search} election={election} onSearch={onSearch} onElection={onElection} />
			<ListFrame list={list} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-4 lg:grid-cols-2">
						{rows.map((quiz) => (
							<li key={quiz.id}>
								<QuizCard quiz={quiz} onOpen={(kind) => setOpen({ kind, quiz })} />
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{open && (
				<OpenDialog
					open={open.kind === 'activate' ? { ...open, quiz: current(open.quiz) } : open}
					election={election}
					onClose={() => setOpen(null)}
				/>
			)}
		</AdminPage>
	)
}
