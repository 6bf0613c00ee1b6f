import { Link } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { testFeature } from '#web/app/test-feature.ts'
import { takeQuizTarget } from '#web/test-feature.ts'
import { activity } from '#web/texts/activity.ts'

/** "Take a Quiz", which leads where the test feature says, and beside it the way to the elections where that is another. */
export const TakeQuiz = () => {
	const on = useSyncExternalStore(testFeature.subscribe, testFeature.isOn)
	useEffect(() => void testFeature.look().catch(reportError), [])
	return (
		<>
			<Link to={takeQuizTarget(on)} className="btn btn-primary">
				{activity.takeQuiz}
			</Link>
			{on && (
				<Link to="/elections" className="btn">
					{activity.findElections}
				</Link>
			)}
		</>
	)
}
