import type { Locks } from '../deps.ts'
import { createBrowserLocks } from './page-locks.ts'

/** Whatever its type says, the browser has none on pages without TLS. */
const { locks } = navigator as { readonly locks?: Locks }

/** The locks of this page. */
export const browserLocks = createBrowserLocks(locks)
