import type { Failure } from '#http/failure.ts'
import type { QuizIntro } from '#local/compare-quizzes.ts'
import { local } from '#web/app/local.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useRefresh } from '#web/ui/use-refresh.ts'
import { ErrorCard } from './error-card.tsx'
import { IntroActions } from './intro-actions.tsx'
import { ElectionBanner, HowItWorks } from './intro-parts.tsx'

/** Why the intro cannot be shown whole: nothing of the quiz is here, or nobody has said whether it can be taken. */
const errorText = (intro: QuizIntro | null, failure: Failure | null): string | null => {
	if (failure === null) return null
	if (intro === null) return 'Failed to load compare quiz data. Please try again.'
	return intro.validation === null ? 'Failed to validate quiz. Please try again.' : null
}

/** What a quiz is about and how it works, before it begins. */
export const IntroScreen = ({ quizId }: { readonly quizId: string }) => {
	const live = useLive(() => local.compareQuizzes.intro(quizId), [quizId])
	const refresh = useRefresh(quizId, () => local.compareQuizzes.refreshIntro(quizId))
	const intro = live.data ?? null
	const error = live.status === 'ready' ? errorText(intro, refresh.failure) : null
	if (error !== null) return <ErrorCard text={error} />
	return (
		<Page title={intro?.quiz.name ?? 'Quiz'} width="narrow">
			{live.data === null && <Skeletons label="Loading quiz" count={2} />}
			{intro && (
				<>
					<StaleNote refresh={refresh} />
					<ElectionBanner intro={intro} />
					<HowItWorks quizType={intro.quiz.quizType} />
					<IntroActions intro={intro} />
				</>
			)}
		</Page>
	)
}
