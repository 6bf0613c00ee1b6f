// Whoever opens one of the two pages opens the other a little later, perhaps without a connection in between.
export { ForgotScreen } from './forgot-screen.tsx'
export { ResetScreen } from './reset-screen.tsx'
