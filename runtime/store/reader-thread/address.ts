/** Address of a reader thread's program, for who starts one. */
export const READER_THREAD = new URL('./reader-worker.ts', import.meta.url).href;
