/** Whether a browser opens an address as a page, and runs nothing of it: it was once typed by somebody. */
export const isPage = (url: string): boolean => /^https?:/i.test(url)
