import type { Locks } from '../deps.ts'
import { createPageLocks } from './page-locks.ts'

/** The browser's locks over all tabs and the worker; this page's alone where it has none: on pages without TLS, whatever its type says. */
export const browserLocks: Locks = (navigator as { locks?: LockManager }).locks ?? createPageLocks()
