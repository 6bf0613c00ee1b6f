import { Dexie } from 'dexie'
import { type PointerEvent, StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../src/web/styles.css'

// Minimal page that writes one row and shows the next card, as a baseline for an answer of a quiz.

const db = new Dexie('bare', { chromeTransactionDurability: 'strict' })
db.version(1).stores({ answers: 'number' })

const ANSWERS = ['Disagree', 'Agree']
const SWIPE_PX = 60

interface CardProps {
	readonly number: number
	readonly onSwipe: (answer: string) => void
}

const Card = ({ number, onSwipe }: CardProps) => {
	const from = useRef(0)
	const move = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
		currentTarget.style.translate = `${clientX - from.current}px`
	}
	const release = ({ clientX }: PointerEvent<HTMLElement>): void => {
		const dx = clientX - from.current
		if (Math.abs(dx) > SWIPE_PX) onSwipe(dx > 0 ? 'Agree' : 'Disagree')
	}
	return (
		<article
			className="flex w-full touch-pan-y flex-col rounded-box border border-base-300 bg-surface p-6 shadow-paper select-none"
			onPointerDown={({ clientX }) => {
				from.current = clientX
			}}
			onPointerMove={move}
			onPointerUp={release}
		>
			<h2 className="my-auto text-xl leading-snug font-medium">
				{`No. ${number}: the state should leave this to each citizen, and pay for it in full.`}
			</h2>
		</article>
	)
}

const Cards = () => {
	const [number, setNumber] = useState(1)
	const give = (answer: string): void => {
		setNumber(number + 1)
		db.table('answers').put({ number, answer }).catch(reportError)
	}
	return (
		<main className="flex min-h-dvh flex-col gap-4 p-4">
			<p className="text-sm text-muted">{number}</p>
			<div className="grid min-h-64 flex-1">
				<Card key={number} number={number} onSwipe={give} />
			</div>
			<div className="grid grid-cols-2 gap-3">
				{ANSWERS.map((answer) => (
					<button
						key={answer}
						type="button"
						className="min-h-16 rounded-box border-2 border-primary bg-surface text-lg font-semibold text-primary"
						onClick={() => give(answer)}
					>
						{answer}
					</button>
				))}
			</div>
		</main>
	)
}

const place = document.getElementById('root')
if (place) {
	createRoot(place).render(
		<StrictMode>
			<Cards />
		</StrictMode>,
	)
}
