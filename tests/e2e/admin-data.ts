export { importElection, makeQuiz } from '../support/administrator.ts'
